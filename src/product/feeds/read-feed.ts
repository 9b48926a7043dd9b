import type { Tx } from '#platform/pg/db.ts'
import type { WallItem } from '#shared/wall/wall.ts'
import { feedItems } from './queries.ts'

/** An item with the time at which it became public, as ISO 8601. */
export type FeedItem = WallItem & { published_at: string }

const maxItems = 50

/**
 * The newest items of a wall, latest published first.
 * @param limit of the wall
 */
export async function readFeed(tx: Tx, wall: string, limit: number | null): Promise<FeedItem[]> {
	const most = Math.min(limit ?? maxItems, maxItems)
	const rows = await tx.final<{ item: string; published_at: Date | string }>(feedItems(wall, most))
	return rows.map(({ item, published_at }) => ({
		...(JSON.parse(item) as WallItem),
		published_at: new Date(published_at).toISOString(),
	}))
}
