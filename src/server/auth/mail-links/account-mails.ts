import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import type { AuthContext } from '#server/auth/auth-context.ts'
import type { Challenge } from '#server/auth/grants/pkce.ts'
import { type EmailData, emailData } from '#server/auth/hooks/email-data.ts'
import { queueForHook, sendByHook } from '#server/auth/hooks/mail-hook.ts'
import { beginMailFlow, type MailFlowMethod } from '#server/auth/openid/flow-queries.ts'
import { userAgent } from '#server/auth/sessions/sessions.ts'
import { type MailTokenKind, storeToken } from '#server/auth/sessions/token-queries.ts'
import type { Env } from '#server/deps.ts'
import type { MailName } from '#server/mail/words/en.ts'
import type { Tx } from '#server/pg/db.ts'
import type { Query } from '#server/pg/sql.ts'
import { readLocale } from './locale.ts'
import { sealForMail } from './mail-seal.ts'
import { makeOneTimeToken, type OneTimeToken } from './one-time-token.ts'

/** The types that a mail link names and POST /verify accepts. */
export type LinkType = 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change'

export type TokenMail = {
	userId: string
	/** Where the mail goes, and what the code is bound to. */
	to: string
	kind: MailTokenKind
	template: MailName
	linkType: LinkType
	/** An allowed target (redirect-target.ts). */
	redirectTo: string
	challenge?: Challenge | undefined
	/** Whether proving the address ends a password that the asker may not know; `keep`: as the last mail said. */
	dropsPassword?: boolean | 'keep'
	newEmail?: string
	/** What the reader says of themselves: their `locale` outranks the language of the request. */
	metadata?: Record<string, unknown> | undefined
	/** The answer tells nobody whether this mail is sent: so it does not wait for a hook, and does not fail with it. */
	discreet?: boolean
}

/** Mails to be sent in one transaction. */
export type Letters = {
	statements: Query[]
	/** After the statements: has the send-email hook send them, where there is one. @throws AuthError when it does not take them */
	deliver: ((tx: Tx) => Promise<void>) | undefined
}

/** Seconds that a token lives. */
export const lifetimes: Record<MailTokenKind, number> = {
	confirmation: 86_400,
	recovery: 3600,
	email_change_current: 86_400,
	email_change_new: 86_400,
	reauthentication: 3600,
}
const flowMethods: Record<LinkType, MailFlowMethod> = {
	signup: 'email/signup',
	invite: 'invite',
	magiclink: 'magiclink',
	recovery: 'recovery',
	email_change: 'email_change',
}

/** The address of the page that spends a token when a person presses its button; a scanner's GET spends nothing. */
export function confirmLink(
	siteUrl: string,
	tokenHash: string,
	type: string,
	redirectTo: string,
): string {
	const query = new URLSearchParams({ token_hash: tokenHash, type, redirect_to: redirectTo })
	return `${siteUrl}/auth/confirm?${query}`
}

/**
 * The address that spends a token when it is opened, and goes on with a session (auth.md 6.3). Not for mails of ours.
 * A plain target stands in it as it is: that is how the reference writes it, and how people look for it.
 */
export function verifyAddress(
	siteUrl: string,
	tokenHash: string,
	type: string,
	redirectTo: string,
): string {
	const target = /^[\w:/.~-]*$/.test(redirectTo) ? redirectTo : encodeURIComponent(redirectTo)
	return `${siteUrl}/auth/v1/verify?token=${tokenHash}&type=${type}&redirect_to=${target}`
}

/**
 * Stores a fresh token and sends its mail, in one transaction. Our own mails are queued: they exist if and only if it commits.
 * The send-email hook is called before the commit, and takes everything back when it fails.
 */
export function mailToken(context: AuthContext, c: Context<Env>, mail: TokenMail): Letters {
	const { config, hooks, keys } = context
	const token = makeOneTimeToken(mail.to, mail.challenge !== undefined, keys.secret)
	const statements = [store(mail, token)]
	if (mail.challenge)
		statements.push(beginMailFlow(mail.userId, flowMethods[mail.linkType], mail.challenge))
	if (!hooks.sendEmail) {
		statements.push(queueMail(context, c, mail, token))
		return { statements, deliver: undefined }
	}
	const data = emailData(config.SITE_URL, {
		token: token.code,
		token_hash: token.tokenHash,
		redirect_to: mail.redirectTo,
		email_action_type: mail.kind === 'reauthentication' ? mail.kind : mail.linkType,
	})
	return throughHook(context, c, mail, statements, data)
}

/** Runs what mails need, and waits for the hook that sends them; the statements leave before the first wait. */
export async function sendLetters(tx: Tx, { statements, deliver }: Letters): Promise<void> {
	await Promise.all(statements.map((query) => tx.query(query)))
	await deliver?.(tx)
}

/** Letters that the hook sends: after the commit when nobody may notice, before it else. */
export function throughHook(
	context: AuthContext,
	c: Context<Env>,
	{ userId, discreet }: Pick<TokenMail, 'userId' | 'discreet'>,
	statements: Query[],
	data: EmailData,
): Letters {
	const { sendEmail: hook } = context.hooks
	const mail = { userId, ip: c.var.ip, data }
	if (discreet || !hook)
		return { statements: [...statements, queueForHook(context, mail)], deliver: undefined }
	return { statements, deliver: (tx) => sendByHook(hook, tx, mail) }
}

function queueMail(
	{ config, jobs, keys }: AuthContext,
	c: Context<Env>,
	mail: TokenMail,
	{ code, tokenHash }: OneTimeToken,
): Query {
	const link = confirmLink(config.SITE_URL, tokenHash, mail.linkType, mail.redirectTo)
	return jobs.enqueue('mail', {
		id: randomUUID(),
		template: mail.template,
		to: mail.to,
		locale: readLocale(c, mail.metadata),
		data: {
			email: mail.to,
			newEmail: mail.newEmail,
			device: userAgent(c),
			requestedAt: new Date().toISOString(),
		},
		sealed: sealForMail(keys.secret, { code, link }),
	})
}

/** The statement that stores a token, for the lifetime of its kind. */
export function store(
	{ userId, kind, to, dropsPassword }: Pick<TokenMail, 'userId' | 'kind' | 'to' | 'dropsPassword'>,
	token: OneTimeToken,
): Query {
	return storeToken(userId, kind, to, token, lifetimes[kind], dropsPassword ?? false)
}
