/** A part of a mail's body. Texts are plain; the layouts escape them. `language` is the tag of a text in another language. */
export type MailBlock =
	| { kind: 'text'; text: string }
	| { kind: 'small'; text: string }
	| { kind: 'code'; code: string }
	| { kind: 'button'; label: string; href: string; secondary?: boolean }
	| { kind: 'rule' }
	/** A quotation, in large letters; `title` is the headline that its author gave it. */
	| { kind: 'quote'; title?: string | undefined; text: string; language?: string | undefined }
	| { kind: 'rating'; text: string }
	| { kind: 'person'; name: string; about?: string | undefined }
	/** An entry of a list: a text, its author, and further facts. */
	| { kind: 'item'; text: string; language?: string | undefined; by: string; about?: string | undefined }

/** A line below the content, with an optional link after its text. */
export type MailFoot = { text: string; link?: { label: string; href: string } | undefined }

/** The name and colour that replace Plaudit's. */
export type MailBrand = {
	name: string
	/** `#rgb` or `#rrggbb`; made legible by the layout. */
	color?: string | null | undefined
}

/** Content of a mail before it is rendered as HTML and text. */
export type MailContent = {
	language: string
	direction: 'ltr' | 'rtl'
	subject: string
	/** Preview text beside the subject. */
	preview: string
	/** A small line above the heading. */
	eyebrow?: string | undefined
	heading: string
	brand?: MailBrand | undefined
	blocks: MailBlock[]
	foot?: MailFoot[] | undefined
}
