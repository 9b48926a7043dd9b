import { insertAuditEntry } from '#platform/auth/accounts/audit-queries.ts'
import { type Account, userJson } from '#platform/auth/accounts/users/account.ts'
import { dryRunContactUser, insertContactUser, throwUsernameTaken } from '#platform/auth/accounts/users/insert-user.ts'
import { accountById, setConfirmationSentAt } from '#platform/auth/accounts/users/user-queries.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import {
	enqueueAfterUserCreatedHook,
	newUserCandidateJson,
	wakeAfterUserCreatedHook,
} from '#platform/auth/delivery/hooks/user-created-hooks.ts'
import { storePhoneOtp } from '#platform/auth/delivery/sms/sms-sender.ts'
import { inConstantTime } from '#platform/auth/limits/constant-time.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import type { Signup } from './signup-request.ts'

/** Answers a sign-up whose number has to be confirmed by SMS, in equal time. */
export function signupUnconfirmedPhone(
	context: AuthContext,
	x: Exchange,
	request: Signup,
	known: Account | undefined,
): Promise<object> {
	return context.sms.limits.once('confirmation', request.contact.address, () => {
		if (!known) return signupNewPhone(context, x, request)
		return known.phone_confirmed_at
			? simulateSignup(context, x, request, known.id)
			: resendConfirmation(context, x, request, known)
	})
}

async function signupNewPhone(context: AuthContext, x: Exchange, request: Signup): Promise<object> {
	const { db, passwords, sms } = context
	const { id, contact, channel, data } = request
	const { address: phone } = contact
	const password = await passwords.hash(request.password)
	const user = { id, contact, password, data, ip: x.ip }
	await inConstantTime(dryRunContactUser(context, user))
	const stub = newUserCandidateJson({ id, phone, provider: 'phone', data })
	const { code } = await sms.send({ phone, channel, kind: 'confirmation', user: stub }, x.ip)
	const creating = db
		.as(authServiceRole, async (tx) => {
			const statements = [
				...enqueueAfterUserCreatedHook(context, id, x.ip),
				setConfirmationSentAt(id),
				storePhoneOtp(context, id, 'sms', phone, code),
			]
			const made = insertContactUser(tx, user, false)
			const writes = statements.map((query) => tx.query(query))
			const [rows] = await Promise.all([tx.final<Account>(accountById(id)), made, ...writes])
			return rows
		})
		.catch((error) => throwUsernameTaken(context, error, data.username))
	const [account] = await inConstantTime(creating)
	wakeAfterUserCreatedHook(context)
	if (!account) throw new Error('the new user cannot be read back')
	return userJson(account)
}

/** Sends the code again. The stored password stays only if the caller knows it. */
async function resendConfirmation(
	context: AuthContext,
	x: Exchange,
	{ contact, password, channel }: Signup,
	known: Account,
): Promise<object> {
	const { db, passwords, sms } = context
	const { address: phone } = contact
	const isPasswordKnown = await passwords.verify(known.encrypted_password, password)
	const message = { phone, channel, kind: 'confirmation', user: userJson(known) } as const
	await inConstantTime(Promise.resolve())
	const { code } = await sms.send(message, x.ip)
	const storing = db.as(authServiceRole, async (tx) => {
		const [, , rows] = await Promise.all([
			tx.query(setConfirmationSentAt(known.id)),
			tx.query(storePhoneOtp(context, known.id, 'sms', phone, code, !isPasswordKnown)),
			tx.final<Account>(accountById(known.id)),
		])
		return rows
	})
	const [account] = await inConstantTime(storing)
	return userJson(account ?? known)
}

/** The answer for a taken number: a user who does not exist, after the same work and refusals. */
async function simulateSignup(
	context: AuthContext,
	x: Exchange,
	{ id, contact, data, ...request }: Signup,
	knownId: string,
): Promise<object> {
	const { db, passwords, sms } = context
	const { address: phone } = contact
	const password = await passwords.hash(request.password)
	const user = { id, contact: { kind: 'phone', address: null }, password, data } as const
	await inConstantTime(dryRunContactUser(context, user))
	await sms.simulate({ phone, kind: 'confirmation' }, x.ip)
	const audit = insertAuditEntry('user_repeated_signup', knownId, x.ip, { provider: 'phone' })
	await inConstantTime(db.as(authServiceRole, (tx) => tx.final(audit)))
	return newUserCandidateJson({ id, phone, provider: 'phone', data }, true)
}
