import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { userAgent } from '#platform/auth/accounts/sessions/sessions.ts'
import type { Account } from '#platform/auth/accounts/users/account.ts'
import { accountById } from '#platform/auth/accounts/users/user-queries.ts'
import type { DeliveryContext } from '#platform/auth/delivery/delivery-context.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import type { Config } from '#platform/config/config.ts'
import type { Deps } from '#platform/deps.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import type { Query } from '#platform/pg/sql.ts'
import { readLocale } from './email-otp.ts'
import { emailData, type HookEmail, queueEmailForHook } from './send-email-hook.ts'

/** Mails that notify an owner about a change to their account: those that MAIL_NOTICES lists. */
export type AccountNotice = Exclude<NonNullable<Config['MAIL_NOTICES']>, 'all'>[number]

/** Details of a notice. */
type NoticeFacts = {
	newEmail?: string
	phone?: string
	provider?: string
	factor?: string
	remaining?: string
}

/** True when this notice is enabled: by MAIL_NOTICES, else wherever SMTP_URL is set. */
export function isNoticeEnabled({ MAIL_NOTICES: chosen, SMTP_URL }: Config, notice: AccountNotice): boolean {
	return chosen ? chosen === 'all' || chosen.includes(notice) : SMTP_URL !== undefined
}

/**
 * The statements that notify a user about a change, for the transaction that makes it; none without an address or when
 * the notice is disabled.
 * @param account before the change
 */
export function accountNotice(
	context: DeliveryContext,
	x: Exchange,
	account: Pick<Account, 'id' | 'email' | 'phone' | 'raw_user_meta_data'>,
	notice: AccountNotice,
	facts: NoticeFacts = {},
): Query[] {
	const { config, jobs } = context
	const { email } = account
	if (!email || !isNoticeEnabled(config, notice)) return []
	if (config.HOOK_SEND_EMAIL_URI)
		return [queueEmailForHook(context, noticeForHook(config, account, notice, x.ip, facts))]
	const locale = readLocale(x, account.raw_user_meta_data)
	const when = { device: userAgent(x), requestedAt: new Date().toISOString() }
	const data = { email, oldEmail: email, ...facts, ...when }
	return [enqueueNotice({ config, jobs }, notice, { id: account.id, to: email }, locale, data)]
}

/** Notices about a confirmed change of email or phone. @param account before the change */
export function contactChangeNotices(context: DeliveryContext, x: Exchange, type: string, account: Account): Query[] {
	const { email_change: newEmail, phone_change: phone } = account
	if (type === 'email_change' && newEmail) return accountNotice(context, x, account, 'email_changed', { newEmail })
	if (type === 'phone_change' && phone) return accountNotice(context, x, account, 'phone_changed', { phone })
	return []
}

/** The payload that auth.open_session queues for a sign-in from a new place. */
const newDevicePayload = z.object({
	userId: z.uuid(),
	device: z.string(),
	requestedAt: z.string(),
	locale: z.string().optional(),
})

/** Sends notices about sign-ins from new places. */
export function registerNewDeviceJob({ config, db, jobs, keys }: Pick<Deps, 'config' | 'db' | 'jobs' | 'keys'>) {
	jobs.handle('new-device', async (payload) => {
		const { userId, locale, device, requestedAt } = newDevicePayload.parse(payload)
		if (!isNoticeEnabled(config, 'new_device')) return
		await db.as(authServiceRole, async (tx) => {
			const [account] = await tx.query<Account>(accountById(userId))
			if (!account?.email) return
			if (config.HOOK_SEND_EMAIL_URI) {
				const mail = noticeForHook(config, account, 'new_device', '', {})
				await tx.query(queueEmailForHook({ jobs, keys }, mail))
				return
			}
			const preferred = account.raw_user_meta_data.locale
			const language = typeof preferred === 'string' ? preferred : locale
			const data = { email: account.email, device, requestedAt }
			await tx.query(enqueueNotice({ config, jobs }, 'new_device', { id: userId, to: account.email }, language, data))
		})
	})
}

/** A notice as the send-email hook receives it. Notices that Supabase Auth does not have are named alike. */
function noticeForHook(
	config: Config,
	{ id, email, phone }: Pick<Account, 'id' | 'email' | 'phone'>,
	notice: AccountNotice,
	ip: string,
	{ provider, factor }: NoticeFacts,
): HookEmail {
	const data = emailData(config.SITE_URL, {
		email_action_type: `${notice}_notification`,
		...(notice === 'email_changed' ? { old_email: email ?? '' } : {}),
		...(notice === 'phone_changed' ? { old_phone: phone ?? '' } : {}),
		...(provider ? { provider } : {}),
		...(factor ? { factor_type: factor } : {}),
	})
	return { userId: id, ip, data }
}

function enqueueNotice(
	{ config, jobs }: Pick<Deps, 'config' | 'jobs'>,
	template: AccountNotice,
	{ id, to }: { id: string; to: string },
	locale: string | undefined,
	data: Record<string, unknown>,
): Query {
	const link = `${config.SITE_URL}/auth`
	return jobs.enqueue('mail', { id: randomUUID(), about: [id], template, to, locale, data: { ...data, link } })
}
