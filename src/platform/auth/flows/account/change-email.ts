import { insertEmailFlow } from '#platform/auth/accounts/tokens/flow-state-queries.ts'
import { makeOneTimeToken } from '#platform/auth/accounts/tokens/one-time-token.ts'
import type { PkceChallenge } from '#platform/auth/accounts/tokens/pkce.ts'
import type { Account } from '#platform/auth/accounts/users/account.ts'
import { restartEmailChange, startEmailChange } from '#platform/auth/accounts/users/contact-queries.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import {
	type PreparedEmails,
	prepareHookEmail,
	prepareOtpEmail,
	storeEmailOtp,
} from '#platform/auth/delivery/email/email-otp.ts'
import { emailData } from '#platform/auth/delivery/email/send-email-hook.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'

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
	const mail = {
		userId: account.id,
		template: 'email_change',
		linkType: 'email_change',
		...change,
		newEmail,
		metadata: account.raw_user_meta_data,
	} as const
	const toNew = prepareOtpEmail(context, x, {
		...mail,
		to: newEmail,
		kind: 'email_change_new',
		template: 'email_change_new',
	})
	const toOld = currentEmail
		? prepareOtpEmail(context, x, { ...mail, to: currentEmail, kind: 'email_change_current' }).statements
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
	const statements = [storeEmailOtp({ userId, kind: 'email_change_new', to: newEmail }, forNew)]
	const forOld = currentEmail ? make(currentEmail) : undefined
	if (currentEmail && forOld)
		statements.push(storeEmailOtp({ userId, kind: 'email_change_current', to: currentEmail }, forOld))
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
