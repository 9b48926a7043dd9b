import type { PublicForm } from './public-form.ts'
import type { Receipt } from './receipt.ts'

/** Output of a page's renderer, which the server puts into a document. `body` is HTML, all else is text. */
export type RenderedPage = {
	lang: string
	dir: 'ltr' | 'rtl'
	title: string
	description?: string
	body: string
	/**
	 * Id of an element that must be parsed before the first paint (HTML, `rel=expect`): content that is centred around text
	 * still to come would shift.
	 */
	paintedUpTo?: string
	/** Read by the page's script from a JSON block; never executed. */
	data?: unknown
}

/** `embedScriptBytes`: size after gzip; null without a build. */
export type LandingProps = {
	embedScriptBytes: number | null
	/** Whether sign-up is open. */
	isOpen: boolean
}

export type NotFoundProps = { kind: 'page' | 'form' | 'receipt' }

/** Values of a form that is shown again, by field of the form post. */
export type CollectValues = Readonly<Record<string, string>>

/**
 * `problems`: messages by field; `summary`: a problem of the whole submission.
 * `limits`: characters of text, bytes of a photo.
 */
export type CollectProps = {
	form: PublicForm
	proof: string
	sendKey: string
	values: CollectValues
	problems: Readonly<Record<string, string>>
	summary: string | null
	limits: { text: number; photoBytes: number }
}

/** The action that a receipt page confirms once. */
export type ReceiptNotice = 'sent' | 'edited' | 'consented' | 'withdrawn' | 'returned'

/** `typed`: values of an edit that could not be saved, and `problems` why; `address`: the private link. */
export type ReceiptProps = {
	receipt: Receipt
	news: ReceiptNotice | null
	problems: string[]
	typed: Readonly<Record<string, string>>
	address: string
	textLimit: number
}
