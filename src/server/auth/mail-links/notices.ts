import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { z } from 'zod'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { emailData } from '#server/auth/hooks/email-data.ts'
import { type HookMail, queueForHook } from '#server/auth/hooks/mail-hook.ts'
import { userAgent } from '#server/auth/sessions/sessions.ts'
import type { Account } from '#server/auth/users/account.ts'
import { accountById } from '#server/auth/users/user-queries.ts'
import type { Config } from '#server/config.ts'
import type { Deps, Env } from '#server/deps.ts'
import type { Query } from '#server/pg/sql.ts'
import { readLocale } from './locale.ts'

/** What people are told about their own account after it happened (auth.md §6.3). */
export type Notice =
	| 'password_changed'
	| 'email_changed'
	| 'phone_changed'
	| 'identity_linked'
	| 'identity_unlinked'
	| 'mfa_factor_enrolled'
	| 'mfa_factor_unenrolled'
	| 'passkey_created'
	| 'passkey_deleted'
	| 'recovery_code_used'
	| 'new_device'

/** Parts of a notice: who is known by which name now, and what it is about. */
type Facts = {
	newEmail?: string
	phone?: string
	provider?: string
	factor?: string
	remaining?: string
}

/** Whether the operator has this notice sent: by MAIL_NOTICES, else wherever mails really leave the machine. */
export function sendsNotice({ MAIL_NOTICES: chosen, SMTP_URL }: Config, notice: Notice): boolean {
	return chosen ? chosen === 'all' || chosen.includes(notice) : SMTP_URL !== undefined
}

/**
 * The statements that tell somebody what happened to their account, to run in the transaction in which it happens; none when
 * they have no address or the operator does not want it.
 * @param account as it was before
 */
export function noticeMail(
	context: AuthContext,
	c: Context<Env>,
	account: Pick<Account, 'id' | 'email' | 'phone' | 'raw_user_meta_data'>,
	notice: Notice,
	facts: Facts = {},
): Query[] {
	const { config, jobs } = context
	const { email } = account
	if (!email || !sendsNotice(config, notice)) return []
	if (config.HOOK_SEND_EMAIL_URI)
		return [queueForHook(context, hookNotice(config, account, notice, c.var.ip, facts))]
	const locale = readLocale(c, account.raw_user_meta_data)
	const when = { device: userAgent(c), requestedAt: new Date().toISOString() }
	const data = { email, oldEmail: email, ...facts, ...when }
	return [queue({ config, jobs }, notice, email, locale, data)]
}

/** What a confirmed change of address or number leaves to be told. @param account as it was before */
export function noticesOfChange(
	context: AuthContext,
	c: Context<Env>,
	type: string,
	account: Account,
): Query[] {
	const { email_change: newEmail, phone_change: phone } = account
	if (type === 'email_change' && newEmail)
		return noticeMail(context, c, account, 'email_changed', { newEmail })
	if (type === 'phone_change' && phone)
		return noticeMail(context, c, account, 'phone_changed', { phone })
	return []
}

/** What a sign-in from somewhere new leaves to be done; see noteSource in sessions/session-queries.ts. */
const newDevice = z.object({
	userId: z.uuid(),
	device: z.string(),
	requestedAt: z.string(),
	locale: z.string().optional(),
})

/** Tells people about sign-ins from places that they did not use before. */
export function registerNewDevice({
	config,
	db,
	jobs,
	keys,
}: Pick<Deps, 'config' | 'db' | 'jobs' | 'keys'>) {
	jobs.handle('new-device', async (payload) => {
		const { userId, locale, device, requestedAt } = newDevice.parse(payload)
		if (!sendsNotice(config, 'new_device')) return
		await db.as(authService, async (tx) => {
			const [account] = await tx.query<Account>(accountById(userId))
			if (!account?.email) return
			if (config.HOOK_SEND_EMAIL_URI) {
				const mail = hookNotice(config, account, 'new_device', '', {})
				await tx.query(queueForHook({ jobs, keys }, mail))
				return
			}
			const own = account.raw_user_meta_data.locale
			const language = typeof own === 'string' ? own : locale
			const data = { email: account.email, device, requestedAt }
			await tx.query(queue({ config, jobs }, 'new_device', account.email, language, data))
		})
		jobs.wake()
	})
}

/** A notice in the words of the send-email hook. The reference knows those of its own list; ours beside them end alike. */
function hookNotice(
	config: Config,
	{ id, email, phone }: Pick<Account, 'id' | 'email' | 'phone'>,
	notice: Notice,
	ip: string,
	{ provider, factor }: Facts,
): HookMail {
	const data = emailData(config.SITE_URL, {
		email_action_type: `${notice}_notification`,
		...(notice === 'email_changed' ? { old_email: email ?? '' } : {}),
		...(notice === 'phone_changed' ? { old_phone: phone ?? '' } : {}),
		...(provider ? { provider } : {}),
		...(factor ? { factor_type: factor } : {}),
	})
	return { userId: id, ip, data }
}

function queue(
	{ config, jobs }: Pick<Deps, 'config' | 'jobs'>,
	template: Notice,
	to: string,
	locale: string | undefined,
	data: Record<string, unknown>,
): Query {
	const link = `${config.SITE_URL}/auth`
	return jobs.enqueue('mail', { id: randomUUID(), template, to, locale, data: { ...data, link } })
}
