import type { Db } from '#platform/pg/db.ts'
import { anon, readQuery } from '#product/run-query.ts'
import { textOrNull, toBrand, webUrlOrNull } from '#product/spaces/brand.ts'
import { keyOfToken, spaceOfToken } from '#product/spaces/space-token.ts'
import { signMediaUrl } from '#product/testimonials/signed-media-url.ts'
import type { Receipt, ReceiptMedia } from '#shared/form/receipt.ts'
import { readReceipt } from './queries.ts'

/** Result of `private.read_receipt`. */
type StoredReceipt = Omit<
	Receipt,
	'author' | 'excerpt' | 'consent' | 'media' | 'walls' | 'form' | 'space' | 'basis'
> & {
	author_name: string
	author_title: string | null
	author_company: string | null
	author_url: string | null
	author_avatar_path: string | null
	excerpt_start: number | null
	excerpt_end: number | null
	media: (Omit<ReceiptMedia, 'url' | 'poster_url' | 'original_url' | 'captions'> & {
		captions: { locale: string; path: string; transcript: string }[]
		path: string
		poster_path: string | null
		original_path: string | null
	})[]
	walls: { name: string; slug: string }[]
	form: StoredReceiptForm | null
	space: { name: string; brand: Record<string, unknown> }
}

type ReceiptForm = NonNullable<Receipt['form']>
type StoredReceiptForm = Omit<ReceiptForm, 'link'> & { link_url: string | null; link_label: string | null }

/** The submitter's own record by the token of their private link; null for an unknown token. */
export async function loadReceipt(db: Db, token: string, secret: Buffer): Promise<Receipt | null> {
	const stored = await loadStored(db, token)
	if (!stored) return null
	return toReceipt(stored, {
		media: (path) => signMediaUrl(secret, path),
		original: (path) => `/t/${token}/recording/${fileName(path)}`,
	})
}

/** The path of an original in the bucket of recordings, by its name in `original_url`; null for any other name or token. */
export async function findOriginalPath(db: Db, token: string, name: string): Promise<string | null> {
	const stored = await loadStored(db, token)
	const found = stored?.media.find(({ original_path: path }) => path !== null && fileName(path) === name)
	return found?.original_path ?? null
}

const fileName = (path: string) => path.slice(path.lastIndexOf('/') + 1)

async function loadStored(db: Db, token: string): Promise<StoredReceipt | null> {
	const key = keyOfToken(token)
	if (!key) return null
	const [row] = await readQuery<{ receipt: StoredReceipt | null }>(db, anon, readReceipt(key), spaceOfToken(token))
	return row?.receipt ?? null
}

/** Makes the address of a file out of its path. */
type FileUrls = { media: (path: string) => string; original: (path: string) => string }

function toReceipt(stored: StoredReceipt, urls: FileUrls): Receipt {
	const { author_name, author_title, author_company, author_url, author_avatar_path } = stored
	const { excerpt_start, excerpt_end, consents, media, walls, space } = stored
	const live = consents.find(({ revoked_at }) => revoked_at === null)
	return {
		id: stored.id,
		kind: stored.kind,
		title: stored.title,
		shows_title: stored.shows_title,
		body: stored.body,
		rating: stored.rating,
		author: {
			name: author_name,
			title: author_title,
			company: author_company,
			url: author_url,
			avatar_url: author_avatar_path && urls.media(author_avatar_path),
		},
		email: stored.email,
		locale: stored.locale,
		status: stored.status,
		edit_pending: stored.edit_pending,
		is_public: stored.is_public,
		excerpt: excerpt_start === null || excerpt_end === null ? null : { start: excerpt_start, end: excerpt_end },
		submitted_at: stored.submitted_at,
		approved_at: stored.approved_at,
		withdrawn_at: stored.withdrawn_at,
		kept_until: stored.kept_until,
		consent: live ? { scope: live.scope, wording: live.wording, given_at: live.given_at } : null,
		consents,
		media: media.map(({ path, poster_path, original_path, captions, ...one }) => ({
			...one,
			url: one.state === 'ready' ? urls.media(path) : null,
			poster_url: poster_path && urls.media(poster_path),
			original_url: original_path && urls.original(original_path),
			captions: captions.map(({ locale, path: vtt, transcript }) => ({ locale, url: urls.media(vtt), transcript })),
		})),
		answers: stored.answers,
		reply: stored.reply,
		walls: walls.map(({ name, slug }) => ({ name, url: `/w/${slug}#t-${stored.id}` })),
		basis: stored.bases[0] ?? null,
		bases: stored.bases,
		provider: stored.provider,
		events: stored.events,
		seal: stored.seal,
		proposal: stored.proposal,
		form: stored.form && toReceiptForm(stored.form),
		space: { name: space.name, brand: toBrand(space.brand) },
	}
}

function toReceiptForm({ thanks, link_url, link_label, coupon, ...form }: StoredReceiptForm): ReceiptForm {
	const url = webUrlOrNull(link_url)
	return {
		...form,
		thanks: { title: textOrNull(thanks.title), message: textOrNull(thanks.message) },
		link: url ? { url, label: textOrNull(link_label) } : null,
		coupon: coupon && { code: coupon.code, label: textOrNull(coupon.label) },
	}
}
