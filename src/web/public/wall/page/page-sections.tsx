import { filterQuery, noFilter } from '#shared/wall/wall-filter.ts'
import { interpolate } from '#web/i18n/messages.ts'
import { Wordmark } from '#web/public/page-shell/wordmark.tsx'
import { wallLink } from '#web/public/wall/render-settings.ts'
import { PageMarks } from './page-marks.tsx'
import type { PageRenderSettings } from './page-render-settings.ts'

type Props = { settings: PageRenderSettings }

/** Pagination by cursor: every testimonial of a wall of ten thousand is reachable, each page equally fast. */
export function Pagination({ settings }: Props) {
	const { wall, page, messages, number, filtering } = settings
	const { next, previous, offset, items, counts } = wall
	if (!next && offset === 0) return null
	const link = (cursor: string) => wallLink(settings) + filterQuery(filtering?.filter ?? noFilter, cursor)
	return (
		<nav className="pages" aria-label={page.pages}>
			<p>
				{interpolate(page.range, {
					first: number(offset + 1),
					last: number(offset + items.length),
					chosen: number(filtering?.found ?? counts.chosen),
				})}
			</p>
			<div>
				{offset > 0 && (
					<a className="button plain" href={link(previous ?? '')} rel="prev">
						{messages.previous}
					</a>
				)}
				{next && (
					<a className="button plain" href={link(next)} rel="next">
						{messages.next}
					</a>
				)}
			</div>
		</nav>
	)
}

export function MethodSection({ settings }: Props) {
	const { page, wall, number } = settings
	return (
		<section className="how" id="how">
			<h2>{page.how}</h2>
			<p>
				<b>{page.wordsTitle}</b>
				{page.wordsText}
			</p>
			<p>
				<b>{page.checkTitle}</b>
				{page.checkText}
			</p>
			{wall.counts.published > 0 && (
				<p>
					<b>{page.choiceTitle}</b>
					{interpolate(page.choiceText, {
						name: wall.space.name,
						published: number(wall.counts.published),
					})}
				</p>
			)}
			<PageMarks settings={settings} />
		</section>
	)
}

export function PageFooter({ settings, text = settings.page.footer }: Props & { text?: string }) {
	return (
		<footer className="foot">
			{settings.sharing?.page_foot !== false && <Wordmark />}
			<span>{text}</span>
		</footer>
	)
}
