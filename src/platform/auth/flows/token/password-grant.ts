import { z } from 'zod'
import { requestedAudience } from '#platform/auth/accounts/bearer/require-user.ts'
import { findWeakness } from '#platform/auth/accounts/passwords/password-policy.ts'
import { openedSessionJson, startSession } from '#platform/auth/accounts/sessions/sessions.ts'
import { type Credentials, isBanned } from '#platform/auth/accounts/users/account.ts'
import {
	type Contact,
	contactKinds,
	emailDisabled,
	normalizeEmail,
	phoneDisabled,
} from '#platform/auth/accounts/users/contact.ts'
import { replacePasswordHash } from '#platform/auth/accounts/users/user-queries.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { readBody, text } from '#platform/auth/body.ts'
import { runPasswordVerificationHook } from '#platform/auth/delivery/hooks/user-created-hooks.ts'
import { AuthError, invalid } from '#platform/auth/errors.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import { json } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import type { Query } from '#platform/pg/sql.ts'

const credentials = z.object({ email: text, phone: text, password: text })

/** Signs in with email or phone and password. Unknown accounts and wrong passwords get the same answer after the same work. */
export async function passwordGrant(context: AuthContext, x: Exchange) {
	const { config, changeClaims, db, failedAttempts, hooks, passwords, sms } = context
	const { email, phone, password = '' } = await readBody(x, credentials)
	if (email && phone) throw invalid('Only an email address or phone number should be provided on login.')
	if (email && !config.EMAIL_SIGNIN) throw emailDisabled(undefined, 422)
	if (phone && !sms.isOffered) throw phoneDisabled('Phone logins are disabled', 422)
	if (!email && !phone) throw invalid('missing email or phone')

	const kind = email ? 'email' : 'phone'
	const address = email ? normalizeEmail(email) : (phone?.replace(/[+ ]/g, '') ?? '')
	const lookup = contactKinds[kind].credentials(address, requestedAudience(x))
	const [attempt, [account]] = await db.as(authServiceRole, (tx) =>
		Promise.all([failedAttempts.begin(tx, 'password', address, x.ip), tx.final<Credentials>(lookup)]),
	)
	const priority = attempt.isKnownNetwork ? 'known' : 'unknown'
	const settle = (queries: Query[]) =>
		db.as(authServiceRole, (tx) => Promise.all(queries.map((query) => tx.query(query))))
	const verifying = passwords.verify(account?.encrypted_password, password, priority)
	const isRight = await verifying.catch(async (error) => {
		await settle(attempt.onSkipped)
		throw error
	})
	// A correct password is no failed attempt, even if a hook fails or refuses; one that a hook rejects is.
	const refund = async (error: unknown): Promise<never> => {
		const isRejected = error instanceof AuthError && error.code === 'invalid_credentials'
		if (isRight && !isRejected) await settle(attempt.onSuccess)
		throw error
	}
	if (hooks.passwordVerification)
		await runPasswordVerificationHook(context, { ip: x.ip }, account?.id, isRight).catch(refund)
	if (!account || !isRight) throw wrongCredentials()
	const refusal = signInError(account, kind)
	if (refusal) return refund(refusal)
	const stored = account.encrypted_password ?? ''
	const renewed = await rehashOutdated(context, stored, password)
	const opening = db.as(authServiceRole, async (tx) => {
		const first = renewed ? [replacePasswordHash(account.id, stored, renewed)] : []
		const before = [...first, ...attempt.onSuccess].map((query) => tx.query(query))
		const verifiedPassword = renewed ?? stored
		const [session] = await Promise.all([
			startSession(context, tx, x, account.id, 'password', {
				verifiedPassword,
				via: kind,
			}),
			...before,
		])
		return session
	})
	const opened = await (changeClaims ? opening.catch(refund) : opening)
	if (!opened) throw wrongCredentials()
	const weak = await findWeakness(password, config, account.email)
	return json({
		...openedSessionJson(context, opened),
		...(weak ? { weak_password: weak } : {}),
	})
}

/** The refusal of a correct password whose user is banned or unconfirmed. */
function signInError(account: Credentials, kind: Contact['kind']): AuthError | undefined {
	if (isBanned(account)) return new AuthError(400, 'user_banned', 'User is banned')
	if (account[contactKinds[kind].confirmedAt]) return undefined
	return kind === 'phone'
		? new AuthError(400, 'phone_not_confirmed', 'Phone not confirmed')
		: new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
}

/** Replaces an imported hash once its password is known; if the queue is full, at the next sign-in. */
async function rehashOutdated(
	{ passwords }: AuthContext,
	stored: string,
	password: string,
): Promise<string | undefined> {
	if (!passwords.isOutdated(stored)) return undefined
	return passwords.hash(password).catch(() => undefined)
}

function wrongCredentials(): AuthError {
	return new AuthError(400, 'invalid_credentials', 'Invalid login credentials')
}
