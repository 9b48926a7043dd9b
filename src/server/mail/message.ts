/** A mail ready to go. */
export type MailMessage = {
	/** Its name for ever, also when it is sent again because nobody knows whether it arrived. */
	id: string
	from: string
	to: string
	subject: string
	html: string
	text: string
}

/** The Message-ID of a mail: in the sender's own domain. */
export function messageId({ id, from }: Pick<MailMessage, 'id' | 'from'>): string {
	return `<${id}@${/@([\w.-]+)/.exec(from)?.[1] ?? 'localhost'}>`
}

/** Brings one mail on its way. Throws when it should be tried again. */
export type Deliver = (message: MailMessage) => Promise<void>
