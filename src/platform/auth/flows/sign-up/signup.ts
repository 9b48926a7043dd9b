import { insertAuditEntry } from '#platform/auth/accounts/audit-queries.ts'
import { requireDefaultAudience } from '#platform/auth/accounts/bearer/require-user.ts'
import { sessionJson, startSession } from '#platform/auth/accounts/sessions/sessions.ts'
import type { Account } from '#platform/auth/accounts/users/account.ts'
import { contactKinds, findByContact, isContactRace } from '#platform/auth/accounts/users/contact.ts'
import { insertContactUser, throwUsernameTaken } from '#platform/auth/accounts/users/insert-user.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { readBody } from '#platform/auth/body.ts'
import {
	enqueueAfterUserCreatedHook,
	runBeforeUserCreatedHook,
	wakeAfterUserCreatedHook,
} from '#platform/auth/delivery/hooks/user-created-hooks.ts'
import { AuthError, signupDisabled } from '#platform/auth/errors.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import { json } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { anonymousSignup } from './anonymous-signup.ts'
import { signupUnconfirmedEmail } from './signup-email.ts'
import { signupUnconfirmedPhone } from './signup-phone.ts'
import { readSignup, type Signup, signupBody } from './signup-request.ts'

/** POST /signup */
export function signup(context: AuthContext) {
	const { config, limits } = context
	return async (x: Exchange) => {
		const given = await readBody(x, signupBody)
		requireDefaultAudience(x)
		if (!given.email && !given.phone) return anonymousSignup(context, x, given.data ?? {})
		await limits.request('signup', x.ip)
		if (config.SIGNUP !== 'open') throw signupDisabled()
		const request = await readSignup(context, x, given)
		const { kind, address } = request.contact
		const isMailed = kind === 'email' && !config.MAIL_AUTOCONFIRM
		if (isMailed) await limits.consumeEmail('confirmation', address)
		// A second round only when the contact was taken or released between lookup and insert.
		for (let round = 0; ; round++) {
			const known = await findByContact(context, request.contact)
			try {
				return json(await signupContact(context, x, request, known, round === 0))
			} catch (error) {
				if (round === 0 && isContactRace(error, request.contact)) continue
				if (isMailed) await limits.refundEmail('confirmation', address)
				throw error
			}
		}
	}
}

async function signupContact(
	context: AuthContext,
	x: Exchange,
	request: Signup,
	known: Account | undefined,
	runsHook: boolean,
): Promise<object> {
	const { config, db } = context
	const { id, contact, data } = request
	const isConfirmed = config[contactKinds[contact.kind].autoconfirm]
	if (known && isConfirmed) {
		if (contact.kind === 'email') {
			const traits = { provider: 'email' }
			const audit = insertAuditEntry('user_repeated_signup', known.id, x.ip, traits)
			await db.as(authServiceRole, (tx) => tx.final(audit))
		}
		throw new AuthError(422, 'user_already_exists', 'User already registered')
	}
	// The hook's refusal comes before anything that could reveal whether the contact is taken.
	const candidate = { id, [contact.kind]: contact.address, provider: contact.kind, data }
	if (runsHook) await runBeforeUserCreatedHook(context, candidate, { ip: x.ip })
	if (isConfirmed) return signupConfirmed(context, x, request)
	return contact.kind === 'email'
		? signupUnconfirmedEmail(context, x, request, known)
		: signupUnconfirmedPhone(context, x, request, known)
}

/** Creates a user whose contact needs no confirmation, with a session. */
async function signupConfirmed(context: AuthContext, x: Exchange, request: Signup) {
	const { id, contact, data } = request
	const password = await context.passwords.hash(request.password)
	const opened = await context.db
		.as(authServiceRole, async (tx) => {
			const user = { id, contact, password, data, ip: x.ip }
			const made = insertContactUser(tx, user, true)
			const hookJobs = enqueueAfterUserCreatedHook(context, id, x.ip)
			const queued = hookJobs.map((query) => tx.query(query))
			const opening = startSession(context, tx, x, id, 'password', { via: contact.kind })
			const [session] = await Promise.all([opening, made, ...queued])
			return session
		})
		.catch((error) => throwUsernameTaken(context, error, data.username))
	wakeAfterUserCreatedHook(context)
	if (!opened) throw new Error('the new user cannot be read back')
	return sessionJson(context, opened.account, opened.session, 0n)
}
