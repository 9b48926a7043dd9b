import { z } from 'zod'
import { insertAuditEntry } from '#platform/auth/accounts/audit-queries.ts'
import { requestedAudience } from '#platform/auth/accounts/bearer/require-user.ts'
import { type PkceChallenge, parsePkceChallenge } from '#platform/auth/accounts/tokens/pkce.ts'
import { type Account, userJson } from '#platform/auth/accounts/users/account.ts'
import { emailDisabled, parseEmail, parsePhone, phoneDisabled } from '#platform/auth/accounts/users/contact.ts'
import { accountByPhone, accountChangingPhone } from '#platform/auth/accounts/users/contact-queries.ts'
import { setConfirmationSentAt } from '#platform/auth/accounts/users/user-queries.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { pkceFields, text } from '#platform/auth/body.ts'
import { type PreparedEmails, prepareOtpEmail } from '#platform/auth/delivery/email/email-otp.ts'
import { storePhoneOtp } from '#platform/auth/delivery/sms/sms-sender.ts'
import { invalid } from '#platform/auth/errors.ts'
import { prepareEmailChange } from '#platform/auth/flows/account/change-contact.ts'
import { sendDiscreetly } from '#platform/auth/flows/recover.ts'
import { isPhoneType, type PhoneType } from '#platform/auth/flows/verify/verify-token.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import { json } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'

export const resendBody = z.object({ type: text, email: text, phone: text, ...pkceFields })
const emailTypes = ['signup', 'email_change']

/** POST /resend: sends a pending confirmation again; answers 200 also when nothing is pending. */
export async function resend(context: AuthContext, x: Exchange, input: z.output<typeof resendBody>) {
	const { type = '', email, phone, ...pkce } = input
	requireTypeAndContact(type, email, phone)
	const challenge = parsePkceChallenge(pkce.code_challenge, pkce.code_challenge_method)
	return json(
		isPhoneType(type)
			? await resendBySms(context, x, type, phone ?? '')
			: await resendByEmail(context, x, type, email, challenge),
	)
}

function requireTypeAndContact(type: string, email: string | undefined, phone: string | undefined): void {
	if (!emailTypes.includes(type) && !isPhoneType(type))
		throw invalid('Missing one of these types: signup, email_change, sms, phone_change')
	// The order is that of Supabase Auth: only these two report a missing contact first.
	if (type === 'signup' && !email) throw invalid('Type provided requires an email address')
	if (type === 'sms' && !phone) throw invalid('Type provided requires a phone number')
	if (email && phone) throw invalid('Only an email address or phone number should be provided.')
	if (!email && !phone) throw invalid('Missing email address or phone number')
	if (emailTypes.includes(type) && !email) throw invalid('Type provided requires an email address')
	if (isPhoneType(type) && !phone) throw invalid('Type provided requires a phone number')
}

async function resendByEmail(
	context: AuthContext,
	x: Exchange,
	type: string,
	given: string | undefined,
	challenge: PkceChallenge | undefined,
): Promise<object> {
	const { config, limits, redirects } = context
	if (!config.EMAIL_SIGNIN) throw emailDisabled()
	const address = parseEmail(given)
	const redirectTo = redirects.resolve(x)
	await limits.consumeEmail(type === 'signup' ? 'confirmation' : 'email_change', address, x.ip)
	await sendDiscreetly(context, x, address, (account) =>
		prepareResend(context, x, type, account, { redirectTo, challenge, discreet: true }),
	)
	return {}
}

function prepareResend(
	context: AuthContext,
	x: Exchange,
	type: string,
	account: Account,
	options: { redirectTo: string; challenge: PkceChallenge | undefined; discreet: true },
): PreparedEmails | undefined {
	if (type === 'email_change')
		return account.email_change ? prepareEmailChange(context, x, account, account.email_change, options) : undefined
	if (account.email_confirmed_at || !account.email) return undefined
	const mail = prepareOtpEmail(context, x, {
		...options,
		user: account,
		to: account.email,
		template: 'confirmation',
		dropsPassword: 'keep',
	})
	const audit = insertAuditEntry('user_confirmation_requested', account.id, x.ip)
	return { ...mail, statements: [audit, setConfirmationSentAt(account.id), ...mail.statements] }
}

async function resendBySms(context: AuthContext, x: Exchange, type: PhoneType, address: string): Promise<object> {
	const { db, sms } = context
	if (!sms.isOffered) throw phoneDisabled('Phone logins are disabled')
	const phone = parsePhone(address)
	const kind = type === 'sms' ? 'confirmation' : 'phone_change'
	const lookup = type === 'sms' ? accountByPhone(phone, requestedAudience(x)) : accountChangingPhone(phone)
	const [account] = await db.as(authServiceRole, (tx) => tx.final<Account>(lookup), {
		readOnly: true,
	})
	const isPending = type === 'phone_change' || !account?.phone_confirmed_at
	const to = account?.phone_change && type === 'phone_change' ? account.phone_change : phone
	const messageId = await sms.limits.once(kind, to, async () => {
		if (!sms.canSendTo(to)) return undefined
		if (!account || !isPending) {
			await sms.simulate({ phone, kind }, x.ip)
			return undefined
		}
		const message = { phone: to, channel: 'sms', kind, user: userJson(account) } as const
		const sent = await sms.send(message, x.ip)
		await db.as(authServiceRole, async (tx) => {
			// A change keeps its start time.
			if (type === 'sms') await tx.query(setConfirmationSentAt(account.id))
			await tx.final(storePhoneOtp(context, account.id, type, to, sent.code, 'keep'))
		})
		return sent.messageId
	})
	return { message_id: messageId }
}
