import type { PageFilter, WallLayout } from './wall/wall.ts'

/** A wall, without the order of testimonials that were placed by hand. */
export type WallRow = {
	id: string
	space_id: string
	slug: string
	name: string
	layout: WallLayout
	theme: Record<string, unknown>
	selection: Record<string, unknown>
	is_published: boolean
	version: number
	created_at: string
	updated_at: string
	/** Of its page, in search results and previews of links; empty: what the page says by itself. */
	page_title: string
	page_description: string
	noindex: boolean
	/** Whether its pages hold JSON-LD. */
	structured_data: boolean
	/** What visitors of its page may filter by. */
	page_filters: PageFilter[]
	/** Whether the foot of its page names Plaudit. */
	page_foot: boolean
	/** At the head of its page, below the title; empty: what the page says by itself. */
	page_intro: string
	/** Whether the head of its page sums up the ratings. */
	page_summary: boolean
}

/** A site on which a wall was seen. */
export type WallEmbedRow = {
	space_id: string
	wall_id: string
	/** With a port that is not the default one. */
	host: string
	kind: 'script' | 'frame'
	/** `reservedHeights` of the layout that the site's code was copied for; empty where the code names none. */
	reserves: string
	seen_at: string
}

export type WallItemRow = {
	space_id: string
	wall_id: string
	testimonial_id: string
	position: number
}

/** What the members of a space changed of a wall and have not published. */
export type WallDraftRow = {
	space_id: string
	wall_id: string
	/** The parts as edited. */
	mine: Record<string, unknown>
	/** The parts as they were published when the draft began. */
	base: Record<string, unknown>
	/** Counts its changes. */
	version: number
	/** Null after the account was deleted. */
	edited_by: string | null
	edited_at: string
}

/** What a wall showed from one publication to the next. */
export type WallVersionRow = {
	space_id: string
	wall_id: string
	version: number
	/** Columns of the wall, and as `fixed` the order by hand. */
	parts: Record<string, unknown>
	/** Null when it was published by no member, or the account was deleted. */
	published_by: string | null
	published_at: string
}
