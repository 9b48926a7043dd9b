import { publicFile } from './public-file.ts'
import { type Basis, type ItemKind, itemKinds, type WallItem, type WallMedia } from './wall.ts'

type MediaRow = {
	kind: 'photo' | 'video' | 'audio'
	path: string
	width: number | null
	height: number | null
	seconds: number | null
	poster_path: string | null
	captions_path: string | null
}

/** The columns of `public_testimonials` that walls show; times as the database or the wire writes them. */
export type PublicRow = {
	id: string
	kind: string
	body: string
	is_excerpt: boolean
	rating: number | null
	author_name: string | null
	author_title: string | null
	author_company: string | null
	author_url: string | null
	author_avatar_path: string | null
	locale: string
	source: string
	source_url: string | null
	is_pinned: boolean
	reward_disclosure: string
	submitted_at: Date | string
	approved_at: string
	basis: Basis | null
	reply: string | null
	media: MediaRow[] | null
}

/** One published testimonial as the wall's JSON and its components take it. An anonymous author has an empty name. */
export function toWallItem(row: PublicRow, isPlacedByHand: boolean): WallItem {
	const { submitted_at: sent } = row
	return {
		id: row.id,
		kind: itemKinds.find((kind): kind is ItemKind => kind === row.kind) ?? 'text',
		locale: row.locale,
		text: row.body,
		is_excerpt: row.is_excerpt,
		rating: row.rating,
		author: {
			name: row.author_name ?? '',
			title: row.author_title || null,
			company: row.author_company || null,
			url: row.author_url,
			avatar: row.author_avatar_path
				? { url: publicFile('photos', row.author_avatar_path), width: null, height: null }
				: null,
		},
		submitted_at: typeof sent === 'string' ? sent : sent.toISOString(),
		basis: row.basis,
		source: { name: sourceName(row.source_url), url: row.source_url },
		reply: row.reply ? { body: row.reply } : null,
		reward: row.reward_disclosure || null,
		media: toMedia(row.media?.[0]),
		pinned: row.is_pinned || isPlacedByHand,
	}
}

function toMedia(row: MediaRow | undefined): WallMedia | null {
	if (!row) return null
	return {
		kind: row.kind,
		url: publicFile('photos', row.path),
		width: row.width,
		height: row.height,
		poster: row.poster_path ? publicFile('photos', row.poster_path) : null,
		captions: row.captions_path ? publicFile('photos', row.captions_path) : null,
		seconds: row.seconds === null ? null : Number(row.seconds),
	}
}

const brands: readonly (readonly [RegExp, string])[] = [
	[/(^|\.)google\.[a-z.]+$|(^|\.)g\.page$|^maps\.app\.goo\.gl$/, 'Google'],
	[/(^|\.)trustpilot\.com$/, 'Trustpilot'],
	[/(^|\.)(x|twitter)\.com$/, 'X'],
	[/(^|\.)linkedin\.com$/, 'LinkedIn'],
	[/(^|\.)facebook\.com$/, 'Facebook'],
	[/(^|\.)instagram\.com$/, 'Instagram'],
	[/(^|\.)producthunt\.com$/, 'Product Hunt'],
	[/(^|\.)g2\.com$/, 'G2'],
	[/(^|\.)capterra\.[a-z.]+$/, 'Capterra'],
	[/(^|\.)yelp\.[a-z.]+$/, 'Yelp'],
	[/(^|\.)tripadvisor\.[a-z.]+$/, 'Tripadvisor'],
]

/** Where it was first said: a name that readers know, or the site's own. */
function sourceName(url: string | null): string | null {
	if (!url || !URL.canParse(url)) return null
	const { hostname } = new URL(url)
	return brands.find(([host]) => host.test(hostname))?.[1] ?? hostname.replace(/^www\./, '')
}

/** The same row with the columns that rules look at. */
export type PublicTestimonialRow = PublicRow & {
	space_id: string
	form_id: string | null
	tag_ids: string[] | null
	consent_scope: 'public' | 'anonymous'
	answers: { label: string; value: string }[] | null
}
