import { z } from 'zod'
import { Hopeless } from '#platform/jobs/jobs.ts'

export type MailMessage = {
	/** Constant over retries, when the delivery of an earlier attempt is unknown. */
	id: string
	from: string
	to: string
	subject: string
	html: string
	text: string
	replyTo?: string | undefined
	/** Further headers, each on one line of ASCII. */
	headers?: Record<string, string> | undefined
	/** Ids of the rows that it is about, for the erasure of its copy in the outbox; they are not sent. */
	about?: readonly string[] | undefined
}

/** Thrown when the mail server has refused a mail for good (RFC 5321 §4.2.1, 5yz): trying again is pointless, so a job ends with it. */
export class MailRefused extends Hopeless {
	/** The answer of the mail server. */
	readonly response: string
	constructor(response: string) {
		super(`the mail server refused the mail: ${response}`)
		this.response = response
	}
}

/** The Message-ID of a mail, in the sender's domain. */
export function messageId({ id, from }: Pick<MailMessage, 'id' | 'from'>): string {
	return `<${id}@${/@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'}>`
}

/** Delivers one mail. @throws MailRefused when it was refused for good; any other error means that it should be retried */
export type Deliver = (message: MailMessage) => Promise<void>

const text = z.string().optional()

/** Data of mails; each template uses what its text names. */
export const mailData = z.object({
	/** Six digits. */
	code: text,
	link: text,
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
	/** Recovery codes left. */
	remaining: text,
})
export type MailData = z.infer<typeof mailData>
