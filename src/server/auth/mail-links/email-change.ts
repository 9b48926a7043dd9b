import type { Context } from 'hono'
import type { AuthContext } from '#server/auth/auth-context.ts'
import type { Challenge } from '#server/auth/grants/pkce.ts'
import type { Account } from '#server/auth/users/account.ts'
import type { Env } from '#server/deps.ts'
import type { Query } from '#server/pg/sql.ts'
import { mailToken } from './account-mails.ts'
import { noteEmailChange } from './email-change-queries.ts'

/**
 * The statements that begin a change of address: a mail to the new one and, if there is a proven old one, to that too.
 * Both must be used, in any order; without SECURE_EMAIL_CHANGE only the new address is asked (auth.md §3.2).
 */
export function emailChangeMails(
	context: AuthContext,
	c: Context<Env>,
	account: Account,
	newEmail: string,
	{ redirectTo, challenge }: { redirectTo: string; challenge: Challenge | undefined },
): Query[] {
	const mail = {
		userId: account.id,
		template: 'email_change',
		linkType: 'email_change',
		redirectTo,
		challenge,
		newEmail,
		metadata: account.raw_user_meta_data,
	} as const
	const toNew = mailToken(context, c, {
		...mail,
		to: newEmail,
		kind: 'email_change_new',
		template: 'email_change_new',
	})
	const asked = context.config.SECURE_EMAIL_CHANGE ? account.email : null
	const toOld = asked
		? mailToken(context, c, { ...mail, to: asked, kind: 'email_change_current' })
		: []
	return [noteEmailChange(account.id, newEmail), ...toNew, ...toOld]
}
