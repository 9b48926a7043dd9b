import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { z } from 'zod'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { audienceOf, usualAudience } from '#server/auth/bearer/audience.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { challengeFields, metadata, optional, readBody, text } from '#server/auth/body.ts'
import { isTaken, isUserGone } from '#server/auth/database-errors.ts'
import { AuthError, invalid } from '#server/auth/errors.ts'
import { type Challenge, parseChallenge } from '#server/auth/grants/pkce.ts'
import { askBeforeUserCreated, tellUserCreated } from '#server/auth/hooks/user-created.ts'
import { inEvenTime } from '#server/auth/limits/even-time.ts'
import { signupDisabled } from '#server/auth/signup/signup.ts'
import { makeMailUser } from '#server/auth/signup/signup-create.ts'
import { explainUsername } from '#server/auth/signup/username.ts'
import { phoneOtp } from '#server/auth/sms/phone-otp.ts'
import type { Account } from '#server/auth/users/account.ts'
import {
	accountByEmail,
	noteConfirmationSent,
	noteRecoverySent,
} from '#server/auth/users/user-queries.ts'
import type { Env } from '#server/deps.ts'
import { mailToken, sendLetters } from './account-mails.ts'
import { emailDisabled, parseEmail } from './addresses.ts'

const body = z.object({
	email: text,
	phone: text,
	create_user: optional(z.boolean()),
	data: metadata,
	channel: text,
	...challengeFields,
})
type Request = {
	email: string
	data: Record<string, unknown>
	challenge: Challenge | undefined
	redirectTo: string
}

/**
 * POST /otp and its older alias /magiclink: a code and a link by mail (auth.md §2.3).
 * @param budget each address has its own
 */
export function otp(context: AuthContext, budget: 'otp' | 'magiclink' = 'otp') {
	const { config, db, limits, redirects } = context
	return async (c: Context<Env>) => {
		const given = await readBody(c, body)
		await limits.request(budget, c.var.ip)
		if (given.email && given.phone)
			throw invalid('Only an email address or phone number should be provided')
		if (given.email && given.channel)
			throw invalid('Channel should only be specified with Phone OTP')
		const challenge = parseChallenge(given.code_challenge, given.code_challenge_method)
		const { phone, channel, data = {}, create_user: createUser = true } = given
		if (phone) return phoneOtp(context, c, { phone, channel, data, createUser })
		if (!given.email) throw invalid('One of email or phone must be set')
		if (!config.EMAIL_SIGNIN) throw emailDisabled(undefined, 422)
		const request: Request = {
			email: parseEmail(given.email),
			data: given.data ?? {},
			challenge,
			redirectTo: redirects.choose(c),
		}

		for (let round = 0; ; round++) {
			const [holder] = await db.as(
				authService,
				(tx) => tx.final<Account>(accountByEmail(request.email)),
				{ readOnly: true },
			)
			const audience = audienceOf(c)
			const known = holder?.aud === audience ? holder : undefined
			if (!known && (given.create_user === false || audience !== usualAudience))
				throw new AuthError(422, 'otp_disabled', 'Signups not allowed for otp')
			if (!known && config.SIGNUP !== 'open') throw signupDisabled()
			if (round === 0) await limits.mail('recovery', request.email)
			try {
				// The address of somebody of another audience is nobody's here, and cannot be had.
				const isForeign = holder !== undefined && known === undefined
				await inEvenTime(isForeign ? Promise.resolve() : send(context, c, request, known))
				return c.json({})
			} catch (error) {
				if (round === 0 && (isTaken(error, 'users_email_key') || isUserGone(error))) continue
				await limits.noMail('recovery', request.email)
				throw error
			}
		}
	}
}

/** Who is new or unproven gets the confirmation mail, everybody else the magic link. */
async function send(context: AuthContext, c: Context<Env>, request: Request, known?: Account) {
	const { config, db, jobs } = context
	const { email, data, challenge, redirectTo } = request
	const userId = known?.id ?? randomUUID()
	const newcomer = { id: userId, email, provider: 'email', data }
	if (!known) await askBeforeUserCreated(context, newcomer, { ip: c.var.ip })
	const isProven = known ? known.email_confirmed_at !== null : config.MAIL_AUTOCONFIRM
	await db
		.as(authService, async (tx) => {
			const made = known
				? undefined
				: makeMailUser(tx, { id: userId, email, password: null, data, ip: c.var.ip }, isProven)
			const metadata = known?.raw_user_meta_data ?? data
			const mail = { userId, to: email, redirectTo, challenge, metadata }
			const noted = isProven ? noteRecoverySent(userId) : noteConfirmationSent(userId)
			const letters = isProven
				? mailToken(context, c, {
						...mail,
						kind: 'recovery',
						template: 'magic_link',
						linkType: 'magiclink',
					})
				: mailToken(context, c, {
						...mail,
						kind: 'confirmation',
						template: 'confirmation',
						linkType: 'signup',
						// Who asks for a code did not show that the password of an unproven account is theirs.
						dropsPassword: true,
					})
			const told = known ? [] : tellUserCreated(context, userId, c.var.ip)
			const first = [...told, noted].map((query) => tx.query(query))
			await Promise.all([made, ...first, sendLetters(tx, letters)])
		})
		.catch((error) => explainUsername(context, error, data.username))
	jobs.wake()
}
