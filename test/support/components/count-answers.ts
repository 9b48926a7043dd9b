import type { TestimonialCount } from '#shared/result-rows.ts'

type Counted = Omit<TestimonialCount, 'is_withdrawn' | 'number'> & { withdrawn_at: string | null }

/** The answer of `testimonial_counts` for rows; a column that a row lacks has its default. */
export function countTestimonials(rows: readonly Partial<Counted>[]): TestimonialCount[] {
	return rows.map(({ status = 'pending', spam_state = 'clean', kind = 'text', is_pinned = false, withdrawn_at }) => ({
		status,
		spam_state,
		kind,
		is_pinned,
		is_withdrawn: Boolean(withdrawn_at),
		number: 1,
	}))
}
