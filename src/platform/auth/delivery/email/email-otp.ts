import { randomUUID } from 'node:crypto'
import { userAgent } from '#platform/auth/accounts/sessions/sessions.ts'
import { type EmailFlowMethod, insertEmailFlow } from '#platform/auth/accounts/tokens/flow-state-queries.ts'
import { makeOneTimeToken, type OneTimeToken } from '#platform/auth/accounts/tokens/one-time-token.ts'
import { type EmailTokenKind, upsertToken } from '#platform/auth/accounts/tokens/one-time-token-queries.ts'
import type { PkceChallenge } from '#platform/auth/accounts/tokens/pkce.ts'
import type { Account } from '#platform/auth/accounts/users/account.ts'
import { accountById } from '#platform/auth/accounts/users/user-queries.ts'
import type { DeliveryContext } from '#platform/auth/delivery/delivery-context.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import type { MailName } from '#platform/mail/translations/en.ts'
import type { Tx } from '#platform/pg/db.ts'
import type { Query } from '#platform/pg/sql.ts'
import { type EmailData, emailData, queueEmailForHook, sealEmailData, sendEmailByHook } from './send-email-hook.ts'

/** Types of mail links, which POST /verify accepts. */
export type LinkType = 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change'

/** The mails with a code: the kind of its token, and the type of its link. */
export const otpMails = {
	confirmation: { kind: 'confirmation', linkType: 'signup' },
	invite: { kind: 'confirmation', linkType: 'invite' },
	magic_link: { kind: 'recovery', linkType: 'magiclink' },
	recovery: { kind: 'recovery', linkType: 'recovery' },
	email_change: { kind: 'email_change_current', linkType: 'email_change' },
	email_change_new: { kind: 'email_change_new', linkType: 'email_change' },
	reauthentication: { kind: 'reauthentication', linkType: 'recovery' },
} as const satisfies Partial<Record<MailName, { kind: EmailTokenKind; linkType: LinkType }>>

export type OtpEmail = {
	/** The recipient. The `locale` of their metadata takes precedence over the language of the request. */
	user: Pick<Account, 'id' | 'raw_user_meta_data'>
	/** The address that is written to, and that the code is bound to. */
	to: string
	template: keyof typeof otpMails
	/** An allowed redirect target. */
	redirectTo: string
	challenge?: PkceChallenge | undefined
	/** True when proving the address removes a password that the requester may not know; `keep`: as the former mail. */
	dropsPassword?: boolean | 'keep'
	newEmail?: string
	/** The answer must not reveal whether this mail is sent: it neither waits for a hook nor fails with it. */
	discreet?: boolean
}

/** Emails of one transaction. */
export type PreparedEmails = {
	statements: Query[]
	/** Runs the send-email hook after the statements, if there is one. @throws AuthError when the hook refuses */
	deliver: ((tx: Tx) => Promise<void>) | undefined
}

/** Lifetimes in seconds. */
export const otpLifetimes: Record<EmailTokenKind, number> = {
	confirmation: 86_400,
	recovery: 3600,
	email_change_current: 86_400,
	email_change_new: 86_400,
	reauthentication: 3600,
}
/** The method of a PKCE flow that a link continues. */
export const flowMethods: Readonly<Record<LinkType, EmailFlowMethod>> = {
	signup: 'email/signup',
	invite: 'invite',
	magiclink: 'magiclink',
	recovery: 'recovery',
	email_change: 'email_change',
}

/** The page that consumes a token when its button is pressed; a scanner's GET consumes nothing. */
export function confirmPageUrl(siteUrl: string, tokenHash: string, type: string, redirectTo: string): string {
	const query = new URLSearchParams({ token_hash: tokenHash, type, redirect_to: redirectTo })
	return `${siteUrl}/auth/confirm?${query}`
}

/**
 * The URL that consumes a token when it is opened and redirects with a session; mails do not use it. Plain targets
 * stay unencoded as in Supabase Auth, because scripts search for them.
 */
export function verifyUrl(siteUrl: string, tokenHash: string, type: string, redirectTo: string): string {
	const target = /^[\w:/.~-]*$/.test(redirectTo) ? redirectTo : encodeURIComponent(redirectTo)
	return `${siteUrl}/auth/v1/verify?token=${tokenHash}&type=${type}&redirect_to=${target}`
}

/**
 * Stores a new token and sends its mail in one transaction. A queued mail exists only if it commits; the send-email
 * hook runs before the commit and rolls back on failure.
 */
export function prepareOtpEmail(context: DeliveryContext, x: Exchange, mail: OtpEmail): PreparedEmails {
	const { config, hooks, keys } = context
	const { kind, linkType } = otpMails[mail.template]
	const userId = mail.user.id
	const token = makeOneTimeToken(mail.to, mail.challenge !== undefined, keys.secret)
	const statements = [storeEmailOtp(userId, kind, mail.to, token, mail.dropsPassword)]
	if (mail.challenge) statements.push(insertEmailFlow(userId, flowMethods[linkType], mail.challenge))
	if (!hooks.sendEmail) {
		statements.push(enqueueEmail(context, x, mail, token))
		return { statements, deliver: undefined }
	}
	const data = emailData(config.SITE_URL, {
		token: token.code,
		token_hash: token.tokenHash,
		redirect_to: mail.redirectTo,
		email_action_type: kind === 'reauthentication' ? kind : linkType,
	})
	return prepareHookEmail(context, x, { userId, discreet: mail.discreet }, statements, data)
}

/** Runs the statements and waits for the hook; the statements are sent before the first await. */
export async function sendEmails(tx: Tx, { statements, deliver }: PreparedEmails): Promise<void> {
	await Promise.all(statements.map((query) => tx.query(query)))
	await deliver?.(tx)
}

/**
 * Ends a transaction with statements and emails, and reads the user back.
 * @param before statements that were sent already
 */
export async function sendEmailsAndReadUser(
	tx: Tx,
	emails: PreparedEmails,
	userId: string,
	statements: Query[],
	before?: Promise<unknown>,
): Promise<Account | undefined> {
	const sending = Promise.all([before, ...statements.map((query) => tx.query(query)), sendEmails(tx, emails)])
	// The commit has to wait for the hook, which may still refuse.
	if (emails.deliver) await sending
	const [[account]] = await Promise.all([tx.final<Account>(accountById(userId)), sending])
	return account
}

/** Emails that the hook sends: after the commit when `discreet`, else before it. */
export function prepareHookEmail(
	context: DeliveryContext,
	x: Exchange,
	{ userId, discreet }: { userId: string; discreet: boolean | undefined },
	statements: Query[],
	data: EmailData,
): PreparedEmails {
	const { sendEmail: hook } = context.hooks
	const mail = { userId, ip: x.ip, data }
	if (discreet || !hook) return { statements: [...statements, queueEmailForHook(context, mail)], deliver: undefined }
	return { statements, deliver: (tx) => sendEmailByHook(hook, tx, mail) }
}

function enqueueEmail(
	{ config, jobs, keys }: DeliveryContext,
	x: Exchange,
	mail: OtpEmail,
	{ code, tokenHash }: OneTimeToken,
): Query {
	const link = confirmPageUrl(config.SITE_URL, tokenHash, otpMails[mail.template].linkType, mail.redirectTo)
	return jobs.enqueue('mail', {
		id: randomUUID(),
		about: [mail.user.id],
		template: mail.template,
		to: mail.to,
		locale: readLocale(x, mail.user.raw_user_meta_data),
		data: {
			email: mail.to,
			newEmail: mail.newEmail,
			device: userAgent(x),
			requestedAt: new Date().toISOString(),
		},
		sealed: sealEmailData(keys.secret, { code, link }),
	})
}

/** The statement that stores a token, for the lifetime of its kind. */
export function storeEmailOtp(
	userId: string,
	kind: EmailTokenKind,
	to: string,
	token: OneTimeToken,
	dropsPassword: boolean | 'keep' = false,
	isMailed = true,
): Query {
	return upsertToken(userId, kind, to, token, otpLifetimes[kind], dropsPassword, isMailed)
}

/**
 * The recipient's language as in Accept-Language: their `locale` metadata, else the header of the request. The mailer
 * selects an available language.
 */
export function readLocale(x: Exchange, metadata: Record<string, unknown> | undefined): string | undefined {
	const preferred = metadata?.locale
	if (typeof preferred === 'string' && /^[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8})*$/.test(preferred)) return preferred
	return x.header('accept-language')?.slice(0, 500)
}
