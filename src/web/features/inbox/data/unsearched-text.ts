import { formatNumber } from '#web/lib/format/format.ts'

/** The server counts up to this. */
const mostCounted = 1000

/** Says how many new testimonials a search does not know yet; empty when it knows all. */
export function unsearchedText(count: number): string {
	if (count === 0) return ''
	if (count === 1) return 'One new testimonial is not in the search yet. The inbox shows it.'
	const some = count > mostCounted ? `More than ${formatNumber(mostCounted)}` : formatNumber(count)
	return `${some} new testimonials are not in the search yet. The inbox shows them.`
}
