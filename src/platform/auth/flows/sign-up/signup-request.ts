import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { requireStrongPassword } from '#platform/auth/accounts/passwords/password-policy.ts'
import { type PkceChallenge, parsePkceChallenge } from '#platform/auth/accounts/tokens/pkce.ts'
import {
	type Contact,
	emailDisabled,
	parseEmail,
	parsePhone,
	phoneDisabled,
} from '#platform/auth/accounts/users/contact.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { metadata, pkceFields, text } from '#platform/auth/body.ts'
import type { Channel } from '#platform/auth/delivery/sms/sms-gateway.ts'
import { invalid } from '#platform/auth/errors.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'

/** The body of POST /signup. */
export const signupBody = z.object({
	email: text,
	phone: text,
	password: text,
	channel: text,
	data: metadata,
	...pkceFields,
})

/** A validated sign-up. `id`: of the user that it may create. */
export type Signup = {
	id: string
	contact: Contact
	password: string
	data: Record<string, unknown>
	channel: Channel
	challenge: PkceChallenge | undefined
	redirectTo: string
}

/** Validates a sign-up with a contact. @throws AuthError */
export async function readSignup(
	{ config, redirects, sms }: AuthContext,
	x: Exchange,
	{ email, phone, password, data = {}, ...given }: z.output<typeof signupBody>,
): Promise<Signup> {
	if (!password) throw invalid('Signup requires a valid password')
	await requireStrongPassword(password, config, email)
	if (email && phone) throw invalid('Only an email address or phone number should be provided on signup.')
	const channel = phone ? sms.readChannel(given.channel) : 'sms'
	if (phone && given.code_challenge) throw invalid('PKCE not supported for phone signups')
	const challenge = parsePkceChallenge(given.code_challenge, given.code_challenge_method)
	if (phone && !sms.isOffered) throw phoneDisabled('Phone signups are disabled')
	if (email && !config.EMAIL_SIGNIN) throw emailDisabled('Email signups are disabled')
	const contact: Contact = phone
		? { kind: 'phone', address: parsePhone(phone) }
		: { kind: 'email', address: parseEmail(email) }
	const redirectTo = redirects.resolve(x)
	return { id: randomUUID(), contact, password, data, channel, challenge, redirectTo }
}
