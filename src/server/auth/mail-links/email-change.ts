import type { Context } from 'hono'
import type { AuthContext } from '#server/auth/auth-context.ts'
import type { Challenge } from '#server/auth/grants/pkce.ts'
import { emailData } from '#server/auth/hooks/email-data.ts'
import { beginMailFlow } from '#server/auth/openid/flow-queries.ts'
import type { Account } from '#server/auth/users/account.ts'
import type { Env } from '#server/deps.ts'
import { type Letters, mailToken, store, throughHook } from './account-mails.ts'
import { noteEmailChange, noteEmailChangeAgain } from './email-change-queries.ts'
import { makeOneTimeToken } from './one-time-token.ts'

type Change = {
	redirectTo: string
	challenge: Challenge | undefined
	/** As with TokenMail. */
	discreet?: boolean
}

/**
 * Begins a change of address: a mail to the new one and, if there is a proven old one, to that too.
 * Both must be used, in any order; without SECURE_EMAIL_CHANGE only the new address is asked (auth.md §3.2).
 */
export function emailChangeMails(
	context: AuthContext,
	c: Context<Env>,
	account: Account,
	newEmail: string,
	change: Change,
): Letters {
	const isAgain = account.email_change === newEmail && change.discreet
	const note = isAgain ? noteEmailChangeAgain : noteEmailChange
	const noted = note(account.id, newEmail)
	const asked = context.config.SECURE_EMAIL_CHANGE ? account.email : null
	if (context.hooks.sendEmail) {
		const letters = hookedChange(context, c, account.id, asked, newEmail, change)
		return { ...letters, statements: [noted, ...letters.statements] }
	}
	const mail = {
		userId: account.id,
		template: 'email_change',
		linkType: 'email_change',
		...change,
		newEmail,
		metadata: account.raw_user_meta_data,
	} as const
	const toNew = mailToken(context, c, {
		...mail,
		to: newEmail,
		kind: 'email_change_new',
		template: 'email_change_new',
	})
	const toOld = asked
		? mailToken(context, c, { ...mail, to: asked, kind: 'email_change_current' }).statements
		: []
	return { statements: [noted, ...toNew.statements, ...toOld], deliver: undefined }
}

/** The hook is called once for both mails. Which hash goes with which code is crossed, as in the reference: receivers rely on it. */
function hookedChange(
	context: AuthContext,
	c: Context<Env>,
	userId: string,
	asked: string | null,
	newEmail: string,
	{ redirectTo, challenge, discreet = false }: Change,
): Letters {
	const { config, keys } = context
	const make = (to: string) => makeOneTimeToken(to, challenge !== undefined, keys.secret)
	const forNew = make(newEmail)
	const statements = [store({ userId, kind: 'email_change_new', to: newEmail }, forNew)]
	const forOld = asked ? make(asked) : undefined
	if (asked && forOld)
		statements.push(store({ userId, kind: 'email_change_current', to: asked }, forOld))
	if (challenge) statements.push(beginMailFlow(userId, 'email_change', challenge))
	const data = emailData(config.SITE_URL, {
		email_action_type: 'email_change',
		redirect_to: redirectTo,
		token: (forOld ?? forNew).code,
		token_hash: forNew.tokenHash,
		...(forOld ? { token_new: forNew.code, token_hash_new: forOld.tokenHash } : {}),
	})
	return throughHook(context, c, { userId, discreet }, statements, data)
}
