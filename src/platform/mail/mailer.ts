import { z } from 'zod'
import { mailData } from './mail-message.ts'
import type { MailService } from './mail-service.ts'
import { composeMail, mailNames } from './templates/compose-mail.ts'

const mailJob = z.object({
	template: z.string(),
	to: z.string(),
	data: mailData,
	/** Further data, encrypted, because credentials must not be readable in the queue. */
	sealed: z.string().optional(),
	/** The recipient's languages, as in Accept-Language. */
	locale: z.string().optional(),
	/** The same at every attempt, so that a duplicate is recognisable. */
	id: z.uuid().optional(),
	/** Ids of the rows that it is about, such as the account. */
	about: z.array(z.uuid()).optional(),
})

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
