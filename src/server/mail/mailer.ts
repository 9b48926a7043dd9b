import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '#server/config.ts'
import type { JobHandler } from '#server/jobs/jobs.ts'
import { mailData, mailJob } from './mail-job.ts'
import { createOutbox } from './outbox.ts'
import { createSmtp } from './smtp.ts'
import { compose, mailNames } from './templates/compose.ts'
import { renderHtml } from './templates/html.ts'
import { renderText } from './templates/text.ts'
import { readWordings } from './words/wordings.ts'

/**
 * Does jobs of the kind `mail`: writes the mail in its reader's language and brings it on its way, by SMTP or into the outbox.
 * @param unseal opens what a job keeps encrypted; whoever seals nothing leaves it out
 */
export function createMailer(
	config: Config,
	log: Logger,
	unseal?: (sealed: string) => unknown,
): JobHandler {
	const deliver = config.SMTP_URL
		? createSmtp(config.SMTP_URL)
		: createOutbox(join(config.DATA_DIR, 'outbox'), (path) =>
				log.info({ path }, 'mail written to the outbox, because SMTP_URL is not set'),
			)
	let wordings: ReturnType<typeof readWordings> | undefined
	return async (payload) => {
		const { template, to, sealed, locale, id = randomUUID(), ...job } = mailJob.parse(payload)
		const data = sealed ? { ...job.data, ...mailData.parse(unseal?.(sealed)) } : job.data
		const name = mailNames.find((one) => one === template)
		if (!name) throw new Error(`there is no mail named ${template}`)
		wordings ??= readWordings(config.MAIL_TEMPLATES).catch((error) => {
			wordings = undefined
			throw error
		})
		const content = compose(name, data, await (await wordings)(locale))
		const { subject } = content
		const html = renderHtml(content)
		await deliver({ id, from: config.MAIL_FROM, to, subject, html, text: renderText(content) })
	}
}
