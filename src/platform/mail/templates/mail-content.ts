/** A part of a mail's body. Texts are plain; the layouts escape them. */
export type MailBlock =
	| { kind: 'text'; text: string }
	| { kind: 'small'; text: string }
	| { kind: 'code'; code: string }
	| { kind: 'button'; label: string; href: string }
	| { kind: 'rule' }

/** Content of a mail before it is rendered as HTML and text. */
export type MailContent = {
	language: string
	direction: 'ltr' | 'rtl'
	subject: string
	/** Preview text beside the subject. */
	preview: string
	heading: string
	blocks: MailBlock[]
}
