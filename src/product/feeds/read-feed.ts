import type { Tx } from '#platform/pg/db.ts'
import { feedItems } from '#product/walls/queries.ts'
import type { WallDefinition } from '#product/walls/wall-definition.ts'
import type { WallItem } from '#shared/wall.ts'

/** An item with the time at which it became public, as ISO 8601. */
export type FeedItem = WallItem & { published_at: string }

const maxItems = 50

/** The newest items of a wall, latest published first. */
export async function readFeed(tx: Tx, { wall, rule }: WallDefinition): Promise<FeedItem[]> {
	const most = Math.min(rule.limit ?? maxItems, maxItems)
	const rows = await tx.final<{ item: string; published_at: Date | string }>(feedItems(wall.id, most))
	return rows.map(({ item, published_at }) => ({
		...(JSON.parse(item) as WallItem),
		published_at: new Date(published_at).toISOString(),
	}))
}
