import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { z } from 'zod'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { requireUsualAudience } from '#server/auth/bearer/audience.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { challengeFields, metadata, readBody, text } from '#server/auth/body.ts'
import { isTaken, isUserGone } from '#server/auth/database-errors.ts'
import { AuthError, invalid } from '#server/auth/errors.ts'
import { parseChallenge } from '#server/auth/grants/pkce.ts'
import { askBeforeUserCreated, type Newcomer } from '#server/auth/hooks/user-created.ts'
import {
	emailDisabled,
	parseEmail,
	parsePhone,
	phoneDisabled,
} from '#server/auth/mail-links/addresses.ts'
import { requireStrong } from '#server/auth/passwords/password-policy.ts'
import { sessionJson } from '#server/auth/sessions/sessions.ts'
import { type PhoneSignup, phoneSignup } from '#server/auth/sms/phone-signup.ts'
import { type Account, userJson } from '#server/auth/users/account.ts'
import { accountByEmail } from '#server/auth/users/user-queries.ts'
import type { Env } from '#server/deps.ts'
import { anonymousSignup } from './anonymous.ts'
import { answerKnown } from './signup-again.ts'
import { createMailUser, type Signup } from './signup-create.ts'

const body = z.object({
	email: text,
	phone: text,
	password: text,
	channel: text,
	data: metadata,
	...challengeFields,
})

/** POST /signup (auth.md §2.1). */
export function signup(context: AuthContext) {
	const { config, db, limits } = context
	return async (c: Context<Env>) => {
		const given = await readBody(c, body)
		requireUsualAudience(c)
		if (!given.email && !given.phone) return anonymousSignup(context, c, given.data ?? {})
		await limits.request('signup', c.var.ip)
		if (config.SIGNUP !== 'open') throw signupDisabled()
		const request = await readSignup(context, c, given)
		if ('phone' in request) return phoneSignup(context, c, request)
		if (!config.MAIL_AUTOCONFIRM) await limits.mail('confirmation', request.email)

		// A second round only when somebody took the address, or gave it up, between the look and the insert.
		for (let round = 0; ; round++) {
			const [known] = await db.as(
				authService,
				(tx) => tx.final<Account>(accountByEmail(request.email)),
				{ readOnly: true },
			)
			try {
				// Whom the hook would not have is told so before anything else could tell that somebody has the address.
				if (round === 0 && !(known && config.MAIL_AUTOCONFIRM))
					await askBeforeUserCreated(context, newcomerOf(request), { ip: c.var.ip })
				if (known) return await answerKnown(context, c, request, known)
				const created = await createMailUser(context, c, request)
				return c.json(
					created.session
						? sessionJson(context, created.account, created.session, 0n)
						: userJson(created.account),
				)
			} catch (error) {
				if (round === 0 && (isTaken(error, 'users_email_key') || isUserGone(error))) continue
				if (!config.MAIL_AUTOCONFIRM) await limits.noMail('confirmation', request.email)
				throw error
			}
		}
	}
}

function newcomerOf({ id, email, data }: Signup): Newcomer {
	return { id, email, provider: 'email', data }
}

export function signupDisabled(): AuthError {
	return new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
}

async function readSignup(
	{ config, redirects, sms }: AuthContext,
	c: Context<Env>,
	{ email, phone, password, data = {}, ...given }: z.output<typeof body>,
): Promise<Signup | PhoneSignup> {
	if (!password) throw invalid('Signup requires a valid password')
	await requireStrong(password, config, email)
	if (email && phone)
		throw invalid('Only an email address or phone number should be provided on signup.')
	const channel = phone ? sms.readChannel(given.channel) : 'sms'
	if (phone && given.code_challenge) throw invalid('PKCE not supported for phone signups')
	const challenge = parseChallenge(given.code_challenge, given.code_challenge_method)
	if (phone && !sms.isOffered) throw phoneDisabled('Phone signups are disabled')
	if (email && !config.EMAIL_SIGNIN) throw emailDisabled('Email signups are disabled')
	if (phone) return { id: randomUUID(), phone: parsePhone(phone), password, data, channel }
	return {
		id: randomUUID(),
		email: parseEmail(email),
		password,
		data,
		challenge,
		redirectTo: redirects.choose(c),
	}
}
