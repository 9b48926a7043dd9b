import type { PublicWall, WallItem } from '#shared/wall/wall.ts'
import { wordLines } from '#web/public/wall/embed/sizes/appearance.ts'
import { mostColumns } from '#web/public/wall/embed/sizes/columns.ts'
import { isFolded } from '#web/public/wall/page/page-look.ts'
import type { PageRenderSettings } from '#web/public/wall/page/page-render-settings.ts'
import { lengthClass } from '#web/public/wall/typesetting.ts'
import { PageItem } from './page-card.tsx'

type Props = { items: readonly WallItem[]; settings: PageRenderSettings }

/** Layouts whose rows follow the owner's order; the others fill lanes, as a page has no use for what moves or sums up. */
const inRows: readonly string[] = ['grid', 'list', 'single']

/** The items in the shape of the wall's layout. */
export function PageItems({ items, settings }: Props) {
	if (inRows.includes(settings.wall.wall.layout))
		return (
			<div className="rows" id="lanes">
				{items.length > 0 && (
					<ol part="list">
						{items.map((item) => (
							<Item key={item.id} item={item} settings={settings} />
						))}
					</ol>
				)}
			</div>
		)
	return (
		<div className="lanes" id="lanes">
			{distributeLanes(items, settings.wall.wall).map(
				(lane, at) =>
					lane.length > 0 && (
						// biome-ignore lint/suspicious/noArrayIndexKey: there are always the same lanes
						<ol key={at} part="list">
							{lane.map(({ item, place }) => (
								<Item key={item.id} item={item} settings={settings} place={place} />
							))}
						</ol>
					),
			)}
		</div>
	)
}

/** @param place in the owner's order, where the document has another one */
function Item({ item, settings, place }: { item: WallItem; settings: PageRenderSettings; place?: number }) {
	return (
		<li
			id={`t-${item.id}`}
			part="card"
			className={place === undefined ? undefined : `o${String(place).padStart(2, '0')}`}
			data-len={lengthClass(item.text)}
		>
			<PageItem item={item} settings={settings} />
		</li>
	)
}

/** An item and its index in the owner's order. */
type LaneItem = { item: WallItem; place: number }

/** Height per character by length class, in px: larger type fills lines sooner. */
const perCharacter = [0, 1.25, 0.95, 0.72, 0.55] as const
const lineHeight = 27

/** Distributes items over lanes, the shortest first, so that the owner's order also runs across the tops. */
function distributeLanes(items: readonly WallItem[], wall: PublicWall['wall']): LaneItem[][] {
	const lanes: LaneItem[][] = Array.from({ length: mostColumns(wall) }, () => [])
	const heights = lanes.map(() => 0)
	items.forEach((item, place) => {
		const shortest = heights.indexOf(Math.min(...heights))
		lanes[shortest]?.push({ item, place })
		heights[shortest] = (heights[shortest] ?? 0) + estimateHeight(item, wall)
	})
	return lanes
}

function estimateHeight(item: WallItem, wall: PublicWall['wall']): number {
	const length = lengthClass(item.text)
	const words = 30 + item.text.length * perCharacter[length]
	let height = 150 + (isFolded(wall, item.text) ? Math.min(words, (wordLines(wall) ?? 9) * lineHeight + 44) : words)
	if (item.rating) height += 28
	if (item.title) height += 4 + Math.ceil(item.title.length / 36) * 25
	if (item.reply) height += 60 + item.reply.body.length * 0.45
	const { media } = item
	if (media?.kind === 'audio') height += 156
	else if (media) height += media.width && media.height ? 334 * (media.height / media.width) : 230
	return height
}
