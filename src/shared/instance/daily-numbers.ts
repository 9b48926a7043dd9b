/**
 * One row of `space_numbers`: what happened on a day in UTC, by form or by wall. Without both, approvals of testimonials that came through
 * no form.
 */
export type DailyNumbers = {
	/** `2026-11-25`. */
	day: string
	form_id: string | null
	wall_id: string | null
	form_views: number
	/** Visitors who began to fill the form. */
	starts: number
	/** Testimonials that were sent, without spam. */
	sends: number
	/** Testimonials by the day of their approval. */
	approved: number
	/** Views of the hosted wall. */
	wall_views: number
	/** Loads of the wall on other sites. */
	embed_views: number
}
