import type { RenderedPage } from '#shared/page-props.ts'
import type { Transcripts } from '#shared/transcript.ts'
import type { PublicWall, WallItem } from '#shared/wall.ts'
import { isFiltering, type WallPageOptions } from '#shared/wall-filter.ts'
import { interpolate } from '#web/i18n/messages.ts'
import { splitShowing } from '#web/public/wall/render-settings.ts'
import { renderStatic } from '#web/public/wall/render-static.ts'
import { StarSymbols } from '#web/public/wall/star-symbols.tsx'
import { lengthClass, textDirection, truncateText } from '#web/public/wall/typesetting.ts'
import { FilterResult, PageFilters } from './page-filters.tsx'
import { PageItem, PinnedItem } from './page-item.tsx'
import { createPageRenderSettings, type PageRenderSettings } from './page-render-settings.ts'
import { MethodSection, PageFooter, PageHeader, Pagination } from './page-sections.tsx'

/** The hosted wall, /w/{slug}: a page that needs no script, without the surrounding document. */
export function renderWallPage(wall: PublicWall, transcripts: Transcripts, options: WallPageOptions): RenderedPage {
	const settings = createPageRenderSettings(wall, transcripts, options)
	const { messages, page, number } = settings
	const title = interpolate(page.title, { name: wall.space.name })
	const [before, after] = splitShowing(settings)
	const [first] = wall.items
	const count = before + number(wall.counts.chosen) + after
	return {
		lang: messages.lang,
		dir: textDirection(messages.readMore),
		title,
		description: first?.text ? `${truncateText(first.text, 120)} ${count}.` : title,
		paintedUpTo: 'lanes',
		body: renderStatic(<WallPage settings={settings} />),
	}
}

export function WallPage({ settings }: { settings: PageRenderSettings }) {
	const { wall, page, number, filtering } = settings
	const { items, counts, offset } = wall
	const isFiltered = filtering !== undefined && isFiltering(filtering.filter)
	const [first] = items
	const lead = !isFiltered && first?.pinned && offset === 0 && first.text && !first.media ? first : null
	const rest = lead ? items.slice(1) : items
	const ratings = new Set(items.map((item) => item.rating ?? 0).filter(Boolean))
	const [before, after] = splitShowing(settings)
	return (
		<>
			<a className="skip" href="#words">
				{page.skip}
			</a>
			<StarSymbols ratings={wall.wall.theme.stars ? [...ratings].sort() : []} average={null} />
			<div className="page">
				<PageHeader settings={settings} />
				<main id="words" tabIndex={-1}>
					<p className="honest">
						{counts.published > 0 && !isFiltered && <span>{before + number(items.length) + after}</span>}
						<a href="#how">{page.how}</a>
					</p>
					<PageFilters settings={settings} />
					<FilterResult settings={settings} />
					{items.length === 0 && !isFiltered && (
						<p className="empty">{interpolate(page.empty, { name: wall.space.name })}</p>
					)}
					{lead && <PinnedItem item={lead} settings={settings} />}
					<div className="lanes" id="lanes">
						{distributeLanes(rest).map(
							(lane, at) =>
								lane.length > 0 && (
									// biome-ignore lint/suspicious/noArrayIndexKey: there are always the same three lanes
									<ol key={at}>
										{lane.map(({ item, place }) => (
											<li
												key={item.id}
												id={`t-${item.id}`}
												className={`o${String(place).padStart(2, '0')}`}
												data-len={lengthClass(item.text)}
											>
												<PageItem item={item} settings={settings} />
											</li>
										))}
									</ol>
								),
						)}
					</div>
					<Pagination settings={settings} />
					<MethodSection settings={settings} />
				</main>
				<PageFooter settings={settings} />
			</div>
		</>
	)
}

/** An item and its index in the owner's order. */
type LaneItem = { item: WallItem; place: number }

/** Height per character by length class, in px: larger type fills lines sooner. */
const perCharacter = [0, 1.25, 0.95, 0.72, 0.55] as const
const foldedHeight = 9 * 27

/** Distributes items over three lanes, the shortest first, so that the owner's order also runs across the tops. */
function distributeLanes(items: readonly WallItem[]): [LaneItem[], LaneItem[], LaneItem[]] {
	const lanes: [LaneItem[], LaneItem[], LaneItem[]] = [[], [], []]
	const heights = [0, 0, 0]
	items.forEach((item, place) => {
		const shortest = heights.indexOf(Math.min(...heights))
		lanes[shortest]?.push({ item, place })
		heights[shortest] = (heights[shortest] ?? 0) + estimateHeight(item)
	})
	return lanes
}

function estimateHeight(item: WallItem): number {
	const length = lengthClass(item.text)
	const words = 30 + item.text.length * perCharacter[length]
	let height = 150 + (length === 4 ? Math.min(words, foldedHeight + 44) : words)
	if (item.rating) height += 28
	if (item.reply) height += 60 + item.reply.body.length * 0.45
	const { media } = item
	if (media?.kind === 'audio') height += 156
	else if (media) height += media.width && media.height ? 334 * (media.height / media.width) : 230
	return height
}
