import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '#platform/config/config.ts'
import type { JobHandler } from '#platform/jobs/jobs.ts'
import { mailData, mailJob } from './mail-message.ts'
import { createOutbox } from './outbox.ts'
import { createSmtp } from './smtp.ts'
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
