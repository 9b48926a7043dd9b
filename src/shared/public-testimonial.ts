import type { Basis } from './wall.ts'

type MediaRow = {
	kind: 'photo' | 'video' | 'audio'
	path: string
	width: number | null
	height: number | null
	seconds: number | null
	poster_path: string | null
	captions_path: string | null
}

/** A row of the view `public_testimonials`, as rest/v1 writes it. */
export type PublicTestimonialRow = {
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
	submitted_at: string
	approved_at: string
	basis: Basis | null
	reply: string | null
	media: MediaRow[] | null
	space_id: string
	form_id: string | null
	tag_ids: string[] | null
	consent_scope: 'public' | 'anonymous'
	answers: { label: string; value: string }[] | null
	/** JSON of a `WallItem` without `pinned`. */
	item: string
}
