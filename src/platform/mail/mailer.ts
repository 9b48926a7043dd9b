import { mailData, mailJob } from './mail-message.ts'
import type { MailService } from './mail-service.ts'
import { composeMail, mailNames } from './templates/compose-mail.ts'

/**
 * Handles jobs of kind `mail`: composes the mail in its recipient's language and delivers it.
 * @param unseal decrypts the sealed data of a job; without it, jobs must not have any
 */
export function createMailer(
	mail: MailService,
	unseal?: (sealed: string) => unknown,
): (payload: Record<string, unknown>) => Promise<void> {
	return async (payload) => {
		const { template, to, sealed, locale, id, about, ...job } = mailJob.parse(payload)
		const data = sealed ? { ...job.data, ...mailData.parse(unseal?.(sealed)) } : job.data
		const name = mailNames.find((candidate) => candidate === template)
		if (!name) throw new Error(`there is no mail named ${template}`)
		await mail.deliver(composeMail(name, data, await mail.words(locale)), { id, to, about })
	}
}
