import type { Tool } from './tool.ts'
import { getTestimonial } from './tools/get-testimonial.ts'
import { inviteCustomer } from './tools/invite-customer.ts'
import { approveTestimonial, rejectTestimonial } from './tools/moderate-testimonial.ts'
import { quoteTestimonial } from './tools/quote-testimonial.ts'
import { searchTestimonials } from './tools/search-testimonials.ts'
import { spaceNumbers } from './tools/space-numbers.ts'
import { tagTestimonial } from './tools/tag-testimonial.ts'
import { testimonialCard } from './tools/testimonial-card.ts'

/** Everything that an agent can do. No tool takes words or stars of a testimonial. */
export const tools: readonly Tool[] = [
	searchTestimonials,
	getTestimonial,
	quoteTestimonial,
	tagTestimonial,
	approveTestimonial,
	rejectTestimonial,
	inviteCustomer,
	spaceNumbers,
	testimonialCard,
]
