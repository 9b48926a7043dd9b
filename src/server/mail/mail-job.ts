import { z } from 'zod'

const text = z.string().optional()

/** What mails are about; each uses what its words name. */
export const mailData = z.object({
	/** Six digits. */
	code: text,
	link: text,
	/** The browser as it names itself. */
	device: text,
	/** ISO 8601. */
	requestedAt: text,
	/** A kind of second factor, named in the language of the mail. */
	factor: text,
	email: text,
	newEmail: text,
	oldEmail: text,
	phone: text,
	provider: text,
	/** How many of a person's recovery codes are left. */
	remaining: text,
	space: text,
})
export type MailData = z.infer<typeof mailData>

/** The payload of a job of the kind `mail`. */
export const mailJob = z.object({
	template: z.string(),
	to: z.string(),
	data: mailData,
	/** Further data, encrypted: what a mail lets its reader do must not lie open in a queue. */
	sealed: z.string().optional(),
	/** What the reader reads, as Accept-Language writes it. */
	locale: z.string().optional(),
	/** The same at every attempt, so that a mail which went out twice is recognised. */
	id: z.uuid().optional(),
})
