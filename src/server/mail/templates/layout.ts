/** A part of a mail's body. Texts are plain; the layouts escape them. */
export type MailBlock =
	| { kind: 'text'; text: string }
	| { kind: 'small'; text: string }
	| { kind: 'code'; code: string }
	| { kind: 'button'; label: string; href: string }
	| { kind: 'rule' }

/** A mail before it is laid out as HTML and as text. */
export type MailContent = {
	language: string
	direction: 'ltr' | 'rtl'
	subject: string
	/** What mail programs show beside the subject. */
	preview: string
	heading: string
	blocks: MailBlock[]
}
