import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import type { JobHandler } from '#server/jobs/jobs.ts'
import { createOutbox } from './outbox.ts'
import { createSmtp } from './smtp.ts'
import { renderHtml } from './templates/html.ts'
import { renderText } from './templates/text.ts'
import { mailJob, mailTemplates } from './templates.ts'

/** Does jobs of the kind `mail`: writes the mail and brings it on its way, by SMTP or into the outbox. */
export function createMailer(config: Config, log: Logger): JobHandler {
	const deliver = config.SMTP_URL
		? createSmtp(config.SMTP_URL)
		: createOutbox(join(config.DATA_DIR, 'outbox'), (path) =>
				log.info({ path }, 'mail written to the outbox, because SMTP_URL is not set'),
			)
	return async (payload) => {
		const { template, to, data } = mailJob.parse(payload)
		const write = mailTemplates.get(template)
		if (!write) throw new Error(`there is no mail named ${template}`)
		const content = write(data)
		const { subject } = content
		const html = renderHtml(content)
		await deliver({ from: config.MAIL_FROM, to, subject, html, text: renderText(content) })
	}
}
