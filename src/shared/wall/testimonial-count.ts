import type { Kind } from '#shared/form/public-form.ts'
import type { SpamState, TestimonialStatus } from '#shared/rows.ts'

/** One row of `testimonial_counts`: the testimonials of a space that are alike in all of these. */
export type TestimonialCount = {
	status: TestimonialStatus
	spam_state: SpamState
	kind: Kind
	is_pinned: boolean
	is_withdrawn: boolean
	number: number
}
