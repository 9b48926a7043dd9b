import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '#shared/database-types.ts'
import type { TestimonialCount } from '#shared/wall/testimonial-count.ts'

type Client = SupabaseClient<Database>

/** The testimonials of a space by state, as the database keeps them counted. */
export const loadTestimonialCounts = async (client: Client, spaceId: string): Promise<TestimonialCount[]> =>
	(await client.rpc('testimonial_counts', { space_id: spaceId }).throwOnError()).data

export const sumCounts = (
	groups: readonly TestimonialCount[],
	fits: (group: TestimonialCount) => boolean = () => true,
): number => groups.filter(fits).reduce((sum, { number }) => sum + number, 0)

/** Waits for a decision, and is no spam. */
export const isPending = (group: TestimonialCount): boolean => isUndecided(group) && group.spam_state === 'clean'

/** Waits for a decision in the view Spam. */
export const isSuspect = (group: TestimonialCount): boolean => isUndecided(group) && group.spam_state !== 'clean'

const isUndecided = ({ status, is_withdrawn }: TestimonialCount) => status === 'pending' && !is_withdrawn

/** Number of testimonials by the id of the tag; tags without any are left out. */
export const loadTagCounts = async (client: Client, spaceId: string): Promise<Map<string, number>> => {
	const { data } = await client.rpc('tag_counts', { space_id: spaceId }).throwOnError()
	return new Map(data.map(({ tag_id, number }) => [tag_id, number]))
}
