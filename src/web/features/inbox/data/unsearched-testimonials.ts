import { unwrap } from '#web/lib/client/errors.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import type { Client } from './load-items.ts'

/** The server counts up to this. */
const mostCounted = 1000

/** The number of new testimonials that the search of a space does not know yet. */
export const countUnsearched = async (client: Client, spaceId: string): Promise<number> =>
	unwrap(await client.rpc('unsearched_testimonials', { space_id: spaceId }))

/** Says so in words; empty when the search knows all. */
export function unsearchedText(count: number): string {
	if (count === 0) return ''
	if (count === 1) return 'One new testimonial is not in the search yet. The inbox shows it.'
	const some = count > mostCounted ? `More than ${formatNumber(mostCounted)}` : formatNumber(count)
	return `${some} new testimonials are not in the search yet. The inbox shows them.`
}
