import type { RenderedPage } from '#shared/page-props.ts'
import type { Transcripts } from '#shared/recording/transcript.ts'
import type { PublicWall } from '#shared/wall/wall.ts'
import { isFiltering, type WallPageOptions } from '#shared/wall/wall-filter.ts'
import { interpolate } from '#web/i18n/messages.ts'
import { splitShowing } from '#web/public/wall/render-settings.ts'
import { renderStatic } from '#web/public/wall/render-static.ts'
import { StarSymbols } from '#web/public/wall/star-symbols.tsx'
import { textDirection, truncateText } from '#web/public/wall/typesetting.ts'
import { PinnedItem } from './items/page-item.tsx'
import { PageItems } from './items/page-items.tsx'
import { FilterResult, PageFilters } from './page-filters.tsx'
import { PageHeader, summarizedAverage } from './page-header.tsx'
import { linesCss, lookClasses } from './page-look.ts'
import { createPageRenderSettings, type PageRenderSettings } from './page-render-settings.ts'
import { MethodSection, PageFooter, Pagination } from './page-sections.tsx'

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
		css: linesCss(wall.wall),
		paintedUpTo: 'how',
		body: renderStatic(<WallPage settings={settings} />),
	}
}

export function WallPage({ settings }: { settings: PageRenderSettings }) {
	const { wall, page, number, filtering } = settings
	const { items, counts, offset } = wall
	const { layout } = wall.wall
	const isFiltered = filtering !== undefined && isFiltering(filtering.filter)
	const [first] = items
	const isLeading = first?.pinned || counts.chosen === 1
	const lead = !isFiltered && isLeading && offset === 0 && first?.text && !first.media ? first : null
	const rest = lead ? items.slice(1) : items
	const ratings = new Set(items.map((item) => item.rating ?? 0).filter(Boolean))
	const [before, after] = splitShowing(settings)
	return (
		<>
			<a className="skip" href="#words">
				{page.skip}
			</a>
			<StarSymbols ratings={wall.wall.theme.stars ? [...ratings].sort() : []} average={summarizedAverage(settings)} />
			<div className={`page ${layout} ${lookClasses(wall.wall)}`}>
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
					<PageItems items={rest} settings={settings} />
					<Pagination settings={settings} />
					<MethodSection settings={settings} />
				</main>
				<PageFooter settings={settings} />
			</div>
		</>
	)
}
