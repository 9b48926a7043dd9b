import type { Functions } from './database-types.ts'

// Short names of rows that public functions return.

/** The counts of a day in UTC, by form or by wall. Without both, approvals of testimonials that came through no form. */
export type DailyNumbers = Functions['space_numbers']['Returns'][number]
export type SessionRow = Functions['my_sessions']['Returns'][number]
/** The result of a member's deletion for a space: `needs_owner` has other members, but no other owner. */
export type SpaceDeletionOutcome = Functions['spaces_without_me']['Returns'][number]
/** Testimonials of a space that are alike in all but the number. */
export type TestimonialCount = Functions['testimonial_counts']['Returns'][number]
