import { insertAuditEntry } from '#platform/auth/accounts/audit-queries.ts'
import { requestedAudience } from '#platform/auth/accounts/bearer/require-user.ts'
import { type Account, userJson } from '#platform/auth/accounts/users/account.ts'
import { dryRunContactUser, insertContactUser, throwUsernameTaken } from '#platform/auth/accounts/users/insert-user.ts'
import { accountById, setConfirmationSentAt } from '#platform/auth/accounts/users/user-queries.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { prepareOtpEmail, sendEmails } from '#platform/auth/delivery/email/email-otp.ts'
import {
	enqueueAfterUserCreatedHook,
	newUserCandidateJson,
	wakeAfterUserCreatedHook,
} from '#platform/auth/delivery/hooks/user-created-hooks.ts'
import { inConstantTime } from '#platform/auth/limits/constant-time.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import type { Tx } from '#platform/pg/db.ts'
import type { Query } from '#platform/pg/sql.ts'
import type { Signup } from './signup-request.ts'

/** Answers a sign-up whose address has to be confirmed by mail, in constant time. */
export async function signupUnconfirmedEmail(
	context: AuthContext,
	x: Exchange,
	request: Signup,
	known: Account | undefined,
): Promise<object> {
	if (!known) return signupNewEmail(context, x, request)
	const isHidden = known.email_confirmed_at || known.aud !== requestedAudience(x)
	return isHidden ? simulateSignup(context, x, request, known.id) : resendConfirmation(context, x, request, known)
}

/** @throws the unique violation when the address is taken meanwhile; AuthError 409 username_taken */
async function signupNewEmail(context: AuthContext, x: Exchange, request: Signup) {
	const { db, jobs, passwords } = context
	const { id, contact, data } = request
	const password = await passwords.hash(request.password)
	const creating = db
		.as(authServiceRole, (tx) => {
			const made = insertContactUser(tx, { id, contact, password, data, ip: x.ip }, false)
			const hookJobs = enqueueAfterUserCreatedHook(context, id, x.ip)
			return sendConfirmation(context, x, tx, request, { userId: id, metadata: data }, hookJobs, made)
		})
		.catch((error) => throwUsernameTaken(context, error, data.username))
	const account = await inConstantTime(creating.finally(jobs.wake))
	wakeAfterUserCreatedHook(context)
	if (!account) throw new Error('the new user cannot be read back')
	return userJson(account)
}

/** Sends the confirmation again. The stored password stays only if the caller knows it. */
async function resendConfirmation(context: AuthContext, x: Exchange, request: Signup, known: Account) {
	const { db, jobs, passwords } = context
	const isPasswordKnown = await passwords.verify(known.encrypted_password, request.password)
	const recipient = {
		userId: known.id,
		metadata: known.raw_user_meta_data,
		dropsPassword: !isPasswordKnown,
	}
	const sending = db.as(authServiceRole, (tx) => {
		const audit = insertAuditEntry('user_confirmation_requested', known.id, x.ip)
		return sendConfirmation(context, x, tx, request, recipient, [audit])
	})
	const account = await inConstantTime(sending.finally(jobs.wake))
	const shown = userJson(account ?? known)
	return known.invited_at ? { ...shown, user_metadata: {}, identities: [] } : shown
}

/** Runs the statements, sends the confirmation and reads the user back. */
async function sendConfirmation(
	context: AuthContext,
	x: Exchange,
	tx: Tx,
	{ contact, challenge, redirectTo }: Signup,
	recipient: { userId: string; metadata: Record<string, unknown>; dropsPassword?: boolean },
	statements: Query[],
	before?: Promise<unknown>,
): Promise<Account | undefined> {
	const emails = prepareOtpEmail(context, x, {
		...recipient,
		to: contact.address,
		kind: 'confirmation',
		template: 'confirmation',
		linkType: 'signup',
		redirectTo,
		challenge,
	})
	const writes = [...statements, setConfirmationSentAt(recipient.userId)]
	const sending = Promise.all([before, ...writes.map((query) => tx.query(query)), sendEmails(tx, emails)])
	// The commit has to wait for the hook, which may still refuse.
	if (emails.deliver) await sending
	const reading = tx.final<Account>(accountById(recipient.userId))
	const [[account]] = await Promise.all([reading, sending])
	return account
}

/** The answer for a taken address: a user who does not exist, after the same work and refusals. */
async function simulateSignup(
	context: AuthContext,
	x: Exchange,
	{ id, contact, data, ...request }: Signup,
	knownId: string,
) {
	const { db, hooks, passwords } = context
	const password = await passwords.hash(request.password)
	const user = { id, contact: { kind: 'email', address: null }, password, data } as const
	const audit = insertAuditEntry('user_repeated_signup', knownId, x.ip, { provider: 'email' })
	const working = dryRunContactUser(context, user)
		.then(() => db.as(authServiceRole, (tx) => tx.final(audit)))
		.then(() => hooks.sendEmail?.simulate())
	await inConstantTime(working)
	return newUserCandidateJson({ id, email: contact.address, provider: 'email', data }, true)
}
