/** One testimonial of the demo space. `days` ago; what is left out is usual: approved, public, English, unrated. */
export type SeedTestimonial = {
	name: string
	about?: string
	company?: string
	body: string
	rating?: number
	days: number
	locale?: string
	tags?: string[]
	basis?: 'invited' | 'email' | 'order' | 'imported' | 'vouched'
	reply?: string
	status?: 'pending' | 'rejected' | 'archived'
	scope?: 'anonymous' | 'private'
	isPinned?: boolean
	/** Colours of a pot that is painted for it: glaze, clay, wall. */
	picture?: [glaze: string, clay: string, wall: string]
	/** The part that the owner shows; it occurs in the body once. */
	excerpt?: string
	isSuspect?: boolean
	email?: string
}
