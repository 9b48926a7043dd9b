import type { Kind, PublicForm } from './form/public-form.ts'
import type { Receipt } from './form/receipt.ts'
import type { Transcript } from './recording/transcript.ts'
import type { WallItem } from './wall/wall.ts'

/** Output of a page's renderer, which the server puts into a document. `body` is HTML, all else is text. */
export type RenderedPage = {
	lang: string
	dir: 'ltr' | 'rtl'
	title: string
	description?: string
	/** Rules of this page beside its style sheet. */
	css?: string
	body: string
	/**
	 * Id of an element that must begin before the first paint (HTML, `rel=expect`): what stands before it would shift as its text
	 * comes. Chromium does not wait for the end of the element.
	 */
	paintedUpTo?: string
	/** Read by the page's script from a JSON block; never executed. */
	data?: unknown
}

/** `embedScriptBytes`: size after gzip; null without a build. */
export type LandingProps = {
	/** URLs of the pictures by their names. */
	pictures: Record<string, string>
	embedScriptBytes: number | null
	/** True when sign-up is open. */
	isOpen: boolean
}

export type SignInPageProps = {
	locale: string
	/** The host of the server's own address. */
	host: string
	/** The sign-in by address, and the openness of sign-up. */
	hasEmail: boolean
	isOpen: boolean
}

/** `locale` counts for a private link; the other pages are in English. */
export type NotFoundProps = { kind: 'page' | 'form' | 'receipt'; locale?: string | undefined }

/** Values of a form that is shown again, by field of the form post. */
export type CollectValues = Readonly<Record<string, string>>

/**
 * The state of the personal link or signed order by which a visitor opened a form. `proofs` are hidden fields of the form
 * and `prefilled` first values of others; both are empty for a link that proves nothing any more.
 */
export type FormLinkState = {
	/** `ended_at`: ISO 8601, of an expired one; `name`: of the person a usable one was sent to, if known. */
	invitation: {
		state: 'usable' | 'used' | 'expired' | 'declined' | 'unknown'
		name: string | null
		ended_at: string | null
	} | null
	/** `reference`: of a signed one. */
	order: { state: 'signed' | 'used' | 'forged'; reference: string | null } | null
	/** `provider` in words and `name` as it was told there: of a proven one. */
	account: {
		state: 'proven' | 'used' | 'expired' | 'unknown' | 'cancelled' | 'failed' | 'busy'
		provider: string | null
		name: string | null
	} | null
	proofs: CollectValues
	prefilled: CollectValues
}

/**
 * `problems`: messages by field; `summary`: a problem of the whole submission.
 * `limits`: characters of text, bytes of a photo and of recordings.
 */
export type CollectProps = {
	form: PublicForm
	/** Its proof, and a waiting ticket after a space where `waitSeconds` asks to wait. */
	proof: string
	waitSeconds: number | null
	sendKey: string
	/** Name of the hidden field that only programs fill in. */
	trap: string
	values: CollectValues
	/** Values that came with a personal link: until they are changed, they are no draft. */
	prefilled: CollectValues
	linkState: FormLinkState | null
	/** With which a visitor may sign in to show who they are. */
	providers: readonly { name: string; words: string }[]
	/** The parameters of the visitor's link that the way to a provider keeps. */
	link: CollectValues
	problems: Readonly<Record<string, string>>
	summary: string | null
	limits: { text: number; photoBytes: number; videoBytes: number; audioBytes: number }
	/** Languages in which the page can be read, the form's own first. */
	languages: readonly { lang: string; href: string }[]
	/** Shown beside the form editor, where no script runs. */
	isPreview: boolean
	/** The frame of another website that shows it: a dialog, or a frame that grows with its content; null for the form's own page. */
	embed: FormEmbed | null
}

export type FormEmbed = 'dialog' | 'frame'

/** The page of one public testimonial. `wall` is the slug of a published wall of its space. */
export type TestimonialPageProps = {
	item: WallItem
	space: { id: string; name: string; logo: string | null; color: string | null; locale: string }
	wall: string | null
	transcripts: readonly Transcript[]
}

/** An entry of a history as the public sees it. `at`: ISO 8601. `isByProgram`: a key of the space wrote it. */
export type ProofPageEntry = { kind: string; at: string; hash: string; isByProgram: boolean }

/**
 * The public page that proves the words of a testimonial. `opening`: what the fingerprints of the shown words and author are made of, with the entry
 * that has them; null for a part. `sealed`: the checkpoint of the last entry that has one.
 */
export type ProofPageProps = {
	id: string
	space: string
	/** Null for an anonymous one. */
	name: string | null
	locale: string
	isPart: boolean
	entries: ProofPageEntry[]
	opening: { number: number; at: string; texts: string[] } | null
	sealed: { entry: number; checkpoint: number; at: string; instance: string } | null
	unsealed: number
	fileName: string
}

/** The page between a form and a provider's page at `url`. */
export type LeaveProps = { url: string; provider: string; locale: string }

/**
 * The page that stops mails. `way` is how the mails come now, `changed` being only those about edits; `former`
 * is the choice before the last one, for Undo. Without `mails`, the token stops no mails.
 */
export type UnsubscribeProps = {
	locale: string
	mails?: {
		of: 'member' | 'submitter'
		space: { name: string; logo: string | null }
		email: string
		way: 'off' | 'immediate' | 'daily' | 'changed'
		/** True to ask for a decision; else the past action is confirmed. */
		asks: boolean
		former?: { way: 'off' | 'immediate' | 'daily'; edited: boolean } | undefined
	}
}

/** `path`: the private link's, to which the `proof` of the mail is posted. */
export type ConfirmProps = {
	receipt: Pick<Receipt, 'space' | 'body' | 'locale'>
	locale: string
	email: string
	proof: string
	path: string
	isConfirmed: boolean
}

/** `email`: null after the invitation was erased; `writeUrl`: the personal link, while it can be used. */
export type DeclineProps = {
	space: { name: string; logo: string | null }
	email: string | null
	locale: string
	isDeclined: boolean
	writeUrl: string | null
}

/** `kind`: of the testimonial that is no more. */
export type ErasedProps = { locale: string; kind: Kind }

/** The action that a receipt page confirms once. */
export type ReceiptNotice =
	| 'sent'
	| 'edited'
	| 'replaced'
	| 'consented'
	| 'withdrawn'
	| 'returned'
	| 'accepted'
	| 'refused'
	| 'closed'

/** The proof of a testimonial. `check`: the outcome of a check that was asked for. */
export type ReceiptProofProps = {
	/** Host of the instance that signs. */
	signer: string
	fileName: string
	check: 'good' | 'unsigned' | 'bad' | null
}

/** `locale`: the language of the page. `typed`: values of an edit that could not be saved, and `problems` why; `address`: the private link; `limits`: bytes of a new recording. */
export type ReceiptProps = {
	receipt: Receipt
	locale: string
	news: ReceiptNotice | null
	/** True when the whole page is shown although a proposal waits. */
	isWhole: boolean
	proof: ReceiptProofProps
	problems: { field: string; text: string }[]
	typed: Readonly<Record<string, string>>
	address: string
	textLimit: number
	limits: { videoBytes: number; audioBytes: number }
}
