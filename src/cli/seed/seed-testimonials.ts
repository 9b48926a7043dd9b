import testimonials from './testimonials.json' with { type: 'json' }

/** One testimonial of the demo space, `days` old. The defaults are approved, public, English, unrated. */
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
	/** Colours of a painted pot as its photo: glaze, clay, wall. */
	picture?: [glaze: string, clay: string, wall: string]
	/** The passage that the owner shows; it occurs in the body once. */
	excerpt?: string
	isSuspect?: boolean
	email?: string
}

export const seedTags = ['Evening course', 'Commission', 'Repair', 'Gift']

/** Testimonials of Fernhill Pottery, all invented: recent ones, older ones, then pending and rejected ones. */
export const seedTestimonials = testimonials as SeedTestimonial[]
