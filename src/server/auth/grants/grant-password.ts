import type { Context } from 'hono'
import { z } from 'zod'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { audienceOf } from '#server/auth/bearer/audience.ts'
import type { Asker } from '#server/auth/bearer/bearer.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { parseBody, text } from '#server/auth/body.ts'
import { readText } from '#server/auth/body-text.ts'
import { AuthError, invalid } from '#server/auth/errors.ts'
import { judgePassword } from '#server/auth/hooks/verification.ts'
import { emailDisabled, phoneDisabled } from '#server/auth/mail-links/addresses.ts'
import { findWeakness } from '#server/auth/passwords/password-policy.ts'
import { sessionJson, startSession } from '#server/auth/sessions/sessions.ts'
import { credentialsByPhone } from '#server/auth/sms/phone-queries.ts'
import { type Credentials, isBanned } from '#server/auth/users/account.ts'
import { credentialsByEmail, replacePassword } from '#server/auth/users/user-queries.ts'
import type { Env } from '#server/deps.ts'
import type { Query } from '#server/pg/sql.ts'

const credentials = z.object({ email: text, phone: text, password: text })

/** Signs in with address and password (auth.md §2.2). */
export function passwordGrant(context: AuthContext) {
	const signIn = createPasswordSignIn(context)
	return async (c: Context<Env>) => c.json(await signIn(await readText(c), c))
}

/**
 * Builds the function that reads a request's body and answers with a session. Who is unknown, and who errs, get the same answer
 * after the same work.
 */
export function createPasswordSignIn(context: AuthContext) {
	const { config, db, guesses, hooks, passwords, sms } = context
	return async (body: string, asker: Asker) => {
		const { email, phone, password = '' } = parseBody(body, credentials)
		if (email && phone)
			throw invalid('Only an email address or phone number should be provided on login.')
		if (email && !config.EMAIL_SIGNIN) throw emailDisabled(undefined, 422)
		if (phone && !sms.isOffered) throw phoneDisabled('Phone logins are disabled', 422)
		if (!email && !phone) throw invalid('missing email or phone')

		const address =
			email?.normalize('NFKC').trim().toLowerCase() ?? phone?.replace(/[+ ]/g, '') ?? ''
		const audience = audienceOf(asker)
		const lookup = email
			? credentialsByEmail(address, audience)
			: credentialsByPhone(address, audience)
		const [guess, [account]] = await db.as(authService, (tx) =>
			Promise.all([
				guesses.begin(tx, 'password', address, asker.var.ip),
				tx.final<Credentials>(lookup),
			]),
		)
		const lane = guess.isFamiliar ? 'familiar' : 'stranger'
		const settle = (queries: Query[]) =>
			db.as(authService, (tx) => Promise.all(queries.map((query) => tx.query(query))))
		const reading = passwords.verify(account?.encrypted_password, password, lane)
		const isRight = await reading.catch(async (error) => {
			await settle(guess.whenUnlooked)
			throw error
		})
		// A right password is no guess, though a hook fails or refuses and the person tries again; one that a hook rejects is.
		const takeBack = async (error: unknown): Promise<never> => {
			const isRejected = error instanceof AuthError && error.code === 'invalid_credentials'
			if (isRight && !isRejected) await settle(guess.whenRight)
			throw error
		}
		if (hooks.passwordVerification)
			await judgePassword(context, { ip: asker.var.ip }, account?.id, isRight).catch(takeBack)
		if (!account || !isRight) throw wrongCredentials()
		const refusal = refusalOf(account, email ? 'email' : 'phone')
		if (refusal) return takeBack(refusal)
		const stored = account.encrypted_password ?? ''
		const renewed = await renew(context, stored, password)
		const opening = db.as(authService, async (tx) => {
			const first = renewed ? [replacePassword(account.id, stored, renewed)] : []
			const before = [...first, ...guess.whenRight].map((query) => tx.query(query))
			const verifiedPassword = renewed ?? stored
			const [session] = await Promise.all([
				startSession(context, tx, asker, account.id, 'password', {
					verifiedPassword,
					via: phone ? 'phone' : 'email',
				}),
				...before,
			])
			return session
		})
		const opened = await (hooks.customAccessToken ? opening.catch(takeBack) : opening)
		if (!opened) throw wrongCredentials()
		const weak = await findWeakness(password, config, account.email)
		return {
			...sessionJson(context, opened.account, opened.session, 0n),
			...(weak ? { weak_password: weak } : {}),
		}
	}
}

/** Who showed the right password and is not let in yet, or any more. */
function refusalOf(account: Credentials, via: 'email' | 'phone'): AuthError | undefined {
	if (isBanned(account)) return new AuthError(400, 'user_banned', 'User is banned')
	if (via === 'phone' && !account.phone_confirmed_at)
		return new AuthError(400, 'phone_not_confirmed', 'Phone not confirmed')
	if (via === 'email' && !account.email_confirmed_at)
		return new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
	return undefined
}

/** An imported hash becomes one of ours as soon as its password is seen; if the queue is full, next time. */
async function renew(
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
