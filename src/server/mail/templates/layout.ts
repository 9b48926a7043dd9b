/** A part of a mail's body. Texts are plain; the layouts escape them. */
export type MailBlock =
	| { kind: 'text'; text: string }
	| { kind: 'small'; text: string }
	| { kind: 'code'; code: string }
	| { kind: 'button'; label: string; href: string }
	| { kind: 'rule' }

/** A mail before it is laid out as HTML and as text. */
export type MailContent = {
	subject: string
	/** What mail programs show beside the subject. */
	preview: string
	heading: string
	blocks: MailBlock[]
}

export const paragraph = (text: string): MailBlock => ({ kind: 'text', text })
export const small = (text: string): MailBlock => ({ kind: 'small', text })
export const button = (label: string, href: string): MailBlock => ({ kind: 'button', label, href })
export const codeBlock = (code: string): MailBlock => ({ kind: 'code', code })
export const rule: MailBlock = { kind: 'rule' }
