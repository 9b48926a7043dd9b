import { updateProviderList } from '#platform/auth/accounts/identities/identity-queries.ts'
import { insertEmailFlow } from '#platform/auth/accounts/tokens/flow-state-queries.ts'
import { makeOneTimeToken } from '#platform/auth/accounts/tokens/one-time-token.ts'
import type { PkceChallenge } from '#platform/auth/accounts/tokens/pkce.ts'
import { type Account, userJson } from '#platform/auth/accounts/users/account.ts'
import { findByContact, phoneDisabled } from '#platform/auth/accounts/users/contact.ts'
import {
	finishPhoneChange,
	restartEmailChange,
	startEmailChange,
	startPhoneChange,
} from '#platform/auth/accounts/users/contact-queries.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { accountNotice } from '#platform/auth/delivery/email/account-notices.ts'
import {
	type PreparedEmails,
	prepareHookEmail,
	prepareOtpEmail,
	storeEmailOtp,
} from '#platform/auth/delivery/email/email-otp.ts'
import { emailData } from '#platform/auth/delivery/email/send-email-hook.ts'
import { storePhoneOtp } from '#platform/auth/delivery/sms/sms-sender.ts'
import { phoneExists } from '#platform/auth/errors.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import type { Query } from '#platform/pg/sql.ts'

type EmailChangeOptions = {
	redirectTo: string
	challenge: PkceChallenge | undefined
	/** As in OtpEmail. */
	discreet?: boolean
}

/**
 * Starts a change of address: mails to the new address and to the proven current one. Both have to confirm, in any
 * order; without SECURE_EMAIL_CHANGE only the new one.
 */
export function prepareEmailChange(
	context: AuthContext,
	x: Exchange,
	account: Account,
	newEmail: string,
	change: EmailChangeOptions,
): PreparedEmails {
	const isRestart = account.email_change === newEmail && change.discreet
	const start = (isRestart ? restartEmailChange : startEmailChange)(account.id, newEmail)
	const currentEmail = context.config.SECURE_EMAIL_CHANGE ? account.email : null
	if (context.hooks.sendEmail) {
		const emails = prepareEmailChangeForHook(context, x, account.id, currentEmail, newEmail, change)
		return { ...emails, statements: [start, ...emails.statements] }
	}
	const mail = { ...change, user: account, newEmail }
	const toNew = prepareOtpEmail(context, x, { ...mail, to: newEmail, template: 'email_change_new' })
	const toOld = currentEmail
		? prepareOtpEmail(context, x, { ...mail, to: currentEmail, template: 'email_change' }).statements
		: []
	return { statements: [start, ...toNew.statements, ...toOld], deliver: undefined }
}

/** One hook call for both mails. The hashes are swapped against the codes, as in Supabase Auth: receivers rely on it. */
function prepareEmailChangeForHook(
	context: AuthContext,
	x: Exchange,
	userId: string,
	currentEmail: string | null,
	newEmail: string,
	{ redirectTo, challenge, discreet = false }: EmailChangeOptions,
): PreparedEmails {
	const { config, keys } = context
	const make = (to: string) => makeOneTimeToken(to, challenge !== undefined, keys.secret)
	const forNew = make(newEmail)
	const statements = [storeEmailOtp(userId, 'email_change_new', newEmail, forNew)]
	const forOld = currentEmail ? make(currentEmail) : undefined
	if (currentEmail && forOld) statements.push(storeEmailOtp(userId, 'email_change_current', currentEmail, forOld))
	if (challenge) statements.push(insertEmailFlow(userId, 'email_change', challenge))
	const data = emailData(config.SITE_URL, {
		email_action_type: 'email_change',
		redirect_to: redirectTo,
		token: (forOld ?? forNew).code,
		token_hash: forNew.tokenHash,
		...(forOld ? { token_new: forNew.code, token_hash_new: forOld.tokenHash } : {}),
	})
	return prepareHookEmail(context, x, { userId, discreet }, statements, data)
}

/**
 * Starts a change of the number, if another is given: sends the code and returns the statements that store it.
 * @throws AuthError 400 phone_provider_disabled, validation_failed; 422 phone_exists, sms_send_failed; 429
 */
export async function beginPhoneChange(
	context: AuthContext,
	x: Exchange,
	account: Account,
	{ phone, channel: wanted }: { phone?: string | undefined; channel?: string | undefined },
): Promise<Query[]> {
	if (!phone) return []
	const { config, sms } = context
	if (!sms.isOffered) throw phoneDisabled('Unsupported phone provider')
	const channel = sms.readChannel(wanted)
	if (await findByContact(context, { kind: 'phone', address: phone })) throw phoneExists()
	if (config.SMS_AUTOCONFIRM) {
		const notices = accountNotice(context, x, account, 'phone_changed', { phone })
		return [...notices, finishPhoneChange(account.id, phone, false), updateProviderList(account.id)]
	}
	const message = { phone, channel, kind: 'phone_change', user: userJson(account) } as const
	const { code } = await sms.limits.once('phone_change', phone, () => sms.send(message, x.ip))
	return [startPhoneChange(account.id, phone), storePhoneOtp(context, account.id, 'phone_change', phone, code)]
}
