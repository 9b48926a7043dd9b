import type { PublicForm } from './public-form.ts'
import type { Receipt } from './receipt.ts'

/** What a page's renderer hands to the server, which puts it into a document. `body` is HTML, all else is text. */
export type RenderedPage = {
	lang: string
	dir: 'ltr' | 'rtl'
	title: string
	description?: string
	body: string
	/**
	 * Id of an element. All that stands before it is there before anything is painted, where the browser can wait (HTML,
	 * `rel=expect`): what is centred around words that are still on their way would move when they come.
	 */
	paintedUpTo?: string
	/** Read by the page's script from a JSON block; never executed. */
	data?: unknown
}

/** Sizes measured from what was built; null where a part is not built. Bytes after gzip. */
export type LandingProps = {
	embedScriptBytes: number | null
	/** Whether anybody may make an account here. */
	isOpen: boolean
}

/** The way home differs: a form that does not exist is said in other words than a mistyped address. */
export type NotFoundProps = { kind: 'page' | 'form' | 'receipt' }

/** What was typed in a form that comes back with problems; names as in the form post. */
export type CollectValues = Readonly<Record<string, string>>

/**
 * `problems`: field name to the code or words of what is wrong; `summary` a problem of the whole sending.
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

/** What just happened to a submitter's record, said once at the top of their page. */
export type ReceiptNews = 'sent' | 'edited' | 'consented' | 'withdrawn' | 'returned'

/** `typed` holds an edit that could not be saved, `problems` why; `address` is the private link itself. */
export type ReceiptProps = {
	receipt: Receipt
	news: ReceiptNews | null
	problems: string[]
	typed: Readonly<Record<string, string>>
	address: string
	textLimit: number
}
