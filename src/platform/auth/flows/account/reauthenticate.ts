import { insertAuditEntry } from '#platform/auth/accounts/audit-queries.ts'
import { requireUser } from '#platform/auth/accounts/bearer/require-user.ts'
import { type Account, userJson } from '#platform/auth/accounts/users/account.ts'
import { phoneDisabled } from '#platform/auth/accounts/users/contact.ts'
import { setReauthenticationSentAt } from '#platform/auth/accounts/users/user-queries.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { prepareOtpEmail, sendEmails } from '#platform/auth/delivery/email/email-otp.ts'
import { emailRecipientOf } from '#platform/auth/delivery/email/email-recipient.ts'
import { storePhoneOtp } from '#platform/auth/delivery/sms/sms-sender.ts'
import { AuthError, invalid } from '#platform/auth/errors.ts'
import { tooManyEmails } from '#platform/auth/limits/email-limits.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import { type Answer, json } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'

/** GET /reauthenticate: sends a code that confirms a change of password. */
export async function reauthenticate(context: AuthContext, x: Exchange) {
	const { config, db, limits } = context
	const { account } = await requireUser(context, x)
	const { id, email, phone } = account
	if (!email && phone) return reauthenticateByPhone(context, x, account, phone)
	if (!email) throw invalid('Reauthentication requires the user to have an email or a phone number')
	if (!account.email_confirmed_at) throw new AuthError(422, 'email_not_confirmed', 'Please verify your email first.')
	await limits.consumeEmail('reauthentication', email, x.ip)
	const wait = await limits.consumeShare(await emailRecipientOf(context, x, account))
	if (wait > 0) throw tooManyEmails(wait)
	const emails = prepareOtpEmail(context, x, {
		user: account,
		to: email,
		template: 'reauthentication',
		redirectTo: config.SITE_URL,
	})
	const audit = insertAuditEntry('user_reauthenticate_requested', id, x.ip)
	const sending = db.as(authServiceRole, (tx) =>
		Promise.all([tx.query(audit), tx.query(setReauthenticationSentAt(id)), sendEmails(tx, emails)]),
	)
	await sending.catch(async (error) => {
		await Promise.all([limits.refundEmail('reauthentication', email, x.ip), limits.refundShare()])
		throw error
	})
	return json({})
}

/** For a user without an email address. */
async function reauthenticateByPhone(
	context: AuthContext,
	x: Exchange,
	account: Account,
	phone: string,
): Promise<Answer> {
	if (!account.phone_confirmed_at) throw new AuthError(422, 'phone_not_confirmed', 'Please verify your phone first.')
	const { sms } = context
	if (!sms.isOffered) throw phoneDisabled('Unsupported phone provider')
	const user = userJson(account)
	const message = { phone, channel: 'sms', kind: 'reauthentication', user } as const
	const { code, messageId } = await sms.limits.once('reauthentication', phone, () => sms.send(message, x.ip))
	await context.db.as(authServiceRole, async (tx) => {
		await tx.query(insertAuditEntry('user_reauthenticate_requested', account.id, x.ip))
		await tx.query(setReauthenticationSentAt(account.id))
		await tx.final(storePhoneOtp(context, account.id, 'reauthentication', phone, code))
	})
	return json({ message_id: messageId })
}
