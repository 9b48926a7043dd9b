import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import type { AuthContext } from '#server/auth/auth-context.ts'
import type { Challenge } from '#server/auth/grants/pkce.ts'
import { beginMailFlow, type MailFlowMethod } from '#server/auth/openid/flow-queries.ts'
import { userAgent } from '#server/auth/sessions/sessions.ts'
import { type MailTokenKind, storeToken } from '#server/auth/sessions/token-queries.ts'
import type { Env } from '#server/deps.ts'
import type { MailName } from '#server/mail/words/en.ts'
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
 * The statements that store a fresh token and queue its mail, to run in one transaction.
 * The mail exists if and only if the transaction commits.
 */
export function mailToken(context: AuthContext, c: Context<Env>, mail: TokenMail): Query[] {
	const { config, jobs, keys } = context
	const token = makeOneTimeToken(mail.to, mail.challenge !== undefined, keys.secret)
	const link = confirmLink(config.SITE_URL, token.tokenHash, mail.linkType, mail.redirectTo)
	const statements = [
		store(mail, token),
		jobs.enqueue('mail', {
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
			sealed: sealForMail(keys.secret, { code: token.code, link }),
		}),
	]
	if (mail.challenge)
		statements.push(beginMailFlow(mail.userId, flowMethods[mail.linkType], mail.challenge))
	return statements
}

function store({ userId, kind, to, dropsPassword }: TokenMail, token: OneTimeToken): Query {
	return storeToken(userId, kind, to, token, lifetimes[kind], dropsPassword ?? false)
}
