/**
 * The order in which a submission and the page of a form lock tables. A migration that follows it seldom holds a table for which a request waits
 * while that request holds the next one.
 */
const requestOrder = [
	'private.former_consent_texts',
	'private.form_slugs',
	'public.forms',
	'public.spaces',
	'public.form_versions',
	'public.walls',
	'public.form_questions',
	'private.form_pressure',
	'private.receipts',
	'public.testimonials',
	'public.consents',
	'private.consents',
	'public.testimonial_events',
	'public.testimonial_contacts',
	'plaudit.jobs',
	'public.testimonial_answers',
	'public.media',
	'private.notification_events',
]

/** Compares two tables by the order in which every migration locks them: those of requests first, then all others by name. */
export function compareTables(a: string, b: string): number {
	return placeOf(a) - placeOf(b) || (a < b ? -1 : Number(a > b))
}

const placeOf = (table: string) => {
	const place = requestOrder.indexOf(table)
	return place < 0 ? requestOrder.length : place
}

/** @returns pairs of tables that are locked one after the other against the order: the earlier one, and the one that should come before it */
export function findDisorder(tables: readonly string[]): [string, string][] {
	return tables.flatMap((table, at) => {
		const before = tables.slice(0, at).filter((other) => compareTables(other, table) > 0)
		return before[0] ? [[before[0], table] as [string, string]] : []
	})
}
