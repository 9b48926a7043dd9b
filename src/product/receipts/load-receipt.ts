import { hashToken, looksLikeToken } from '#platform/keys/secret-token.ts'
import type { Db } from '#platform/pg/db.ts'
import { toBrand } from '#product/spaces/brand.ts'
import { signMediaUrl } from '#product/testimonials/signed-media-url.ts'
import type { Receipt } from '#shared/receipt.ts'
import { readReceipt } from './queries.ts'

/** Result of `private.read_receipt`. */
type StoredReceipt = Omit<Receipt, 'author' | 'excerpt' | 'consent' | 'media' | 'walls' | 'space' | 'basis'> & {
	author_name: string
	author_title: string | null
	author_company: string | null
	author_url: string | null
	author_avatar_path: string | null
	excerpt_start: number | null
	excerpt_end: number | null
	media: { kind: Receipt['kind']; path: string; width: number | null; height: number | null }[]
	walls: { name: string; slug: string }[]
	space: { name: string; brand: Record<string, unknown> }
}

/** The submitter's own record by the token of their private link; null for an unknown token. */
export async function loadReceipt(db: Db, token: string, secret: Buffer): Promise<Receipt | null> {
	if (!looksLikeToken(token)) return null
	const [row] = await db.as(
		{ role: 'anon' },
		(tx) => tx.final<{ receipt: StoredReceipt | null }>(readReceipt(hashToken(token))),
		{ readOnly: true },
	)
	return row?.receipt ? toReceipt(row.receipt, (path) => signMediaUrl(secret, path)) : null
}

function toReceipt(stored: StoredReceipt, mediaUrl: (path: string) => string): Receipt {
	const { author_name, author_title, author_company, author_url, author_avatar_path } = stored
	const { excerpt_start, excerpt_end, consents, media, walls, space } = stored
	const live = consents.find(({ revoked_at }) => revoked_at === null)
	return {
		id: stored.id,
		kind: stored.kind,
		body: stored.body,
		rating: stored.rating,
		author: {
			name: author_name,
			title: author_title,
			company: author_company,
			url: author_url,
			avatar_url: author_avatar_path && mediaUrl(author_avatar_path),
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
		consent: live ? { scope: live.scope, wording: live.wording, given_at: live.given_at } : null,
		consents,
		media: media.map(({ kind, path, width, height }) => ({ kind, url: mediaUrl(path), width, height })),
		answers: stored.answers,
		reply: stored.reply,
		walls: walls.map(({ name, slug }) => ({ name, url: `/w/${slug}#t-${stored.id}` })),
		basis: stored.bases[0] ?? null,
		bases: stored.bases,
		provider: stored.provider,
		events: stored.events,
		form: stored.form,
		space: { name: space.name, brand: toBrand(space.brand) },
	}
}
