import { sql } from '#platform/pg/sql.ts'

/** The newest items of a wall, each with the time at which it became public. */
export const feedItems = (wall: string, most: number) => sql`
	select item, published_at from private.feed_items(${wall}, ${most})`
