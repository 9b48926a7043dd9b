import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Transporter } from 'nodemailer'
import type { Logger } from 'pino'
import type { Config } from '#platform/config/config.ts'
import type { JobHandler } from '#platform/jobs/jobs.ts'
import { type Deliver, mailData, mailJob, messageId } from './mail-message.ts'
import { createOutbox } from './outbox.ts'
import { composeMail, mailNames } from './templates/compose-mail.ts'
import { renderHtml } from './templates/render-html.ts'
import { renderText } from './templates/render-text.ts'
import { readTranslations } from './translations/read-translations.ts'

/**
 * Handles jobs of kind `mail`: renders the mail in its recipient's language and delivers it by SMTP or to the outbox.
 * @param unseal decrypts the sealed data of a job; without it, jobs must not have any
 */
export function createMailer(config: Config, log: Logger, unseal?: (sealed: string) => unknown): JobHandler {
	const deliver = config.SMTP_URL
		? createSmtp(config.SMTP_URL)
		: createOutbox(join(config.DATA_DIR, 'outbox'), (path) =>
				log.info({ path }, 'mail written to the outbox, because SMTP_URL is not set'),
			)
	let translations: ReturnType<typeof readTranslations> | undefined
	return async (payload) => {
		const { template, to, sealed, locale, id = randomUUID(), ...job } = mailJob.parse(payload)
		const data = sealed ? { ...job.data, ...mailData.parse(unseal?.(sealed)) } : job.data
		const name = mailNames.find((one) => one === template)
		if (!name) throw new Error(`there is no mail named ${template}`)
		translations ??= readTranslations(config.MAIL_TEMPLATES).catch((error) => {
			translations = undefined
			throw error
		})
		const content = composeMail(name, data, await (await translations)(locale))
		const { subject } = content
		const html = renderHtml(content)
		await deliver({ id, from: config.MAIL_FROM, to, subject, html, text: renderText(content) })
	}
}

/**
 * Sends mail by the operator's SMTP server. The library is loaded with the first mail, as most processes never need
 * it.
 */
function createSmtp(url: string): Deliver {
	let transport: Promise<Transporter> | undefined
	return async (message) => {
		transport ??= connect(url)
		const { id: _, ...mail } = message
		await (await transport).sendMail({ ...mail, messageId: messageId(message) })
	}
}

async function connect(url: string): Promise<Transporter> {
	const { createTransport } = await import('nodemailer')
	const { hostname, port, protocol, username, password } = new URL(url)
	const secure = protocol === 'smtps:'
	const auth = username && { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
	return createTransport({
		host: hostname.replace(/^\[|\]$/g, ''),
		port: Number(port) || (secure ? 465 : 587),
		secure,
		...(auth ? { auth } : {}),
		connectionTimeout: 10_000,
		greetingTimeout: 10_000,
		socketTimeout: 30_000,
		disableFileAccess: true,
		disableUrlAccess: true,
	})
}
