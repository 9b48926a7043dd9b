import type { BrandFont } from '#shared/look/brand-font.ts'
import type { CheckedCss } from '#shared/own-css/checked-css.ts'

/**
 * The JSON of `GET /functions/v1/wall`, which is also the input of every wall component, and the two settings that owners
 * store: `walls.theme` and `walls.selection`.
 */

export const wallLayouts = [
	'masonry',
	'grid',
	'list',
	'carousel',
	'marquee',
	'single',
	'badge',
	'avatars',
	'ratings',
	'ticker',
	'feature',
	'tab',
	'toast',
] as const
export type WallLayout = (typeof wallLayouts)[number]

export const itemKinds = ['text', 'photo', 'video', 'audio'] as const
export type ItemKind = (typeof itemKinds)[number]

/** The ways in which the author was verified; strongest first. */
export const bases = ['order', 'provider', 'email', 'invited', 'imported', 'vouched'] as const
export type Basis = (typeof bases)[number]

/** Those that the server checked itself; the others are what a member stated. */
export const checkedBases: readonly Basis[] = ['order', 'provider', 'email', 'invited']

/** A picture that the public may load. `url` is absolute within the site (`/storage/…`); sizes in pixels. */
export type WallImage = { url: string; width: number | null; height: number | null }

/** The photo, film or sound of one item; `url` is the file, `poster` its still picture. */
export type WallMedia = WallImage & {
	kind: 'photo' | 'video' | 'audio'
	poster: string | null
	/** Confirmed captions by language, as WebVTT. */
	captions: { locale: string; url: string }[]
	seconds: number | null
	/** The part of the recording that is shown, in seconds; null: all of it. */
	trim: { start: number; end: number } | null
	/** Waveform of audio: heights from 0 to 100. */
	peaks: number[] | null
}

/** A published testimonial. Times are ISO 8601. */
export type WallItem = {
	id: string
	kind: ItemKind
	/** BCP 47, or null when the submitter's language is not known. */
	locale: string | null
	/** Its author's own headline, above the words; absent from items of earlier versions. */
	title?: string | null
	/** The whole text, or the one continuous passage that the owner chose. */
	text: string
	is_excerpt: boolean
	rating: number | null
	author: {
		name: string
		title: string | null
		company: string | null
		url: string | null
		avatar: WallImage | null
	}
	submitted_at: string
	basis: Basis | null
	/** At which the author signed in, in words, for basis `provider`; absent from items of earlier versions. */
	provider?: string | null
	source: { name: string | null; url: string | null }
	reply: { body: string } | null
	/** The owner's disclosure of a reward. */
	reward: string | null
	media: WallMedia | null
	pinned: boolean
	/** Answers to questions of the form whose answers may be shown. */
	answers: { label: string; value: string }[]
}

/** Marks the JSON of a stored item as pinned: the manual order of a wall may place any item first. */
export function asPinned(item: string): string {
	return item.replace(/"pinned":false\}$/, '"pinned":true}')
}

export type WallMode = 'auto' | 'light' | 'dark'
/** `host` is the font of the page around an embed, `brand` that of the space. */
export type WallType = 'serif' | 'sans' | 'brand' | 'host'

export type WallDensity = 'compact' | 'normal' | 'airy'
export type WallCorners = 'square' | 'soft' | 'round'
/** The frame around a testimonial; `layout` is the layout's own. */
export type WallCards = 'layout' | 'card' | 'bubble' | 'bare'

export const cardParts = ['media', 'rating', 'words', 'author'] as const
export type CardPart = (typeof cardParts)[number]

export type WallMore = 'over' | 'place'

/** The most lines that a card may have: about 2,000 characters. */
export const mostLines = 40

export const wallColumns = [1, 2, 3, 4] as const
export type WallColumns = (typeof wallColumns)[number]

/** `walls.theme`: how a wall looks. Colours are `#rrggbb`; null takes the space's own. */
export type WallTheme = {
	mode: WallMode
	color: string | null
	/** The colour of stars; null is the usual one. */
	accent: string | null
	type: WallType
	stars: boolean
	photos: boolean
	dates: boolean
	density: WallDensity
	corners: WallCorners
	cards: WallCards
	/** Cards and bubbles cast one. */
	shadow: boolean
	/** The most columns of a grid or a masonry; null: as many as its width takes. */
	columns: WallColumns | null
	/** The parts of a card of words, first to last. */
	order: CardPart[]
	/** Pictures or initials of authors; title and company; on cards of embeds the date and where it was written first. */
	avatars: boolean
	roles: boolean
	days: boolean
	sources: boolean
	/** The most lines of a card; null: what its layout has of its own. */
	lines: number | null
	/** Where the rest of long words opens in an embed: over the page, or in its place. */
	more: WallMore
	/** Moving layouts stand still under the pointer. */
	hover_pause: boolean
	/** Own CSS as it was typed; what is shown is checked first (`checkOwnCss`). */
	css: string
}

/** `walls.selection`: which published testimonials a wall shows. Empty lists and nulls mean no limit. Never by rating. */
export type WallSelection = {
	tags: string[]
	kinds: ItemKind[]
	forms: string[]
	/** `YYYY-MM-DD`; earlier submissions are not shown. */
	min_date: string | null
	/** Only these, in this order, when not empty. */
	ids: string[]
	/** Maximum number of items; null: all. */
	limit: number | null
}

/** `spread` counts 1 to 5 stars over all published testimonials of the space. */
export type WallCounts = {
	chosen: number
	published: number
	/** True when `chosen` may be more: a draft's rules with a tag or a date read at most a thousand testimonials. */
	is_least?: boolean
	spread: readonly [number, number, number, number, number]
}

/** One page of a published wall. `next` and `previous` are opaque cursors. */
export type PublicWall = {
	wall: {
		id: string
		slug: string
		name: string
		layout: WallLayout
		theme: WallTheme
		version: number
	}
	space: {
		id: string
		name: string
		about: string | null
		url: string | null
		logo: string | null
		color: string | null
		/** The brand's font, for a wall that is set in it. */
		font?: BrandFont
		locale: string
		/** The slug of an open form, for "Write a testimonial". */
		form: string | null
	}
	/** The wall's own CSS, checked; without it there is none. */
	css?: CheckedCss | undefined
	counts: WallCounts
	items: WallItem[]
	/** Number of items before this page. */
	offset: number
	next: string | null
	previous: string | null
}

/** The settings for finding and sharing a wall; an empty text takes the words of its page. */
export type WallSharing = {
	page_title: string
	page_description: string
	/** Search engines may list neither the wall nor the testimonials that it alone shows. */
	noindex: boolean
	/** Its pages hold JSON-LD. */
	structured_data: boolean
	/** The filters of its page. `tag` makes the names of its tags public. */
	page_filters: PageFilter[]
	/** True when the foot of its page names Plaudit. */
	page_foot: boolean
	/** Paragraphs at the head of its page; empty: the description. */
	page_intro: string
	/** True when the head of its page has the average and number of ratings. */
	page_summary: boolean
}

export const pageFilters = ['kind', 'tag', 'search'] as const
export type PageFilter = (typeof pageFilters)[number]

export const defaultTheme: WallTheme = {
	mode: 'auto',
	color: null,
	accent: null,
	type: 'serif',
	stars: true,
	photos: true,
	dates: true,
	density: 'normal',
	corners: 'soft',
	cards: 'layout',
	shadow: false,
	columns: null,
	order: [...cardParts],
	avatars: true,
	roles: true,
	days: false,
	sources: false,
	lines: null,
	more: 'over',
	hover_pause: true,
	css: '',
}
