import { securityHeaders } from '#platform/http/response/security-headers.ts'
import { accentCss, starCss } from '#product/pages/accent-css.ts'
import { brandFontCss } from '#product/pages/brand-font-css.ts'
import { cardTags } from '#product/pages/card-tags.ts'
import { escapeHtml, renderDocument } from '#product/pages/document.ts'
import { preloadTag } from '#product/pages/preload-tag.ts'
import type { Site } from '#product/pages/site.ts'
import { publicCacheControl, type RenderedFile } from '#product/public-answers/public-answer.ts'
import { wallData } from '#product/structured-data/review-data.ts'
import { structuredDataTag } from '#product/structured-data/structured-data-tag.ts'
import type { CheckedCss } from '#shared/own-css/checked-css.ts'
import { confinementCss, ownCssRoot } from '#shared/own-css/own-css-root.ts'
import type { Transcripts } from '#shared/recording/transcript.ts'
import type { PublicWall } from '#shared/wall/wall.ts'
import { filterQuery, isFiltering, noFilter, type WallFilter } from '#shared/wall/wall-filter.ts'
import type { WallPage } from './read-wall-page.ts'

export function renderWallDocument(
	site: Site,
	wall: PublicWall,
	transcripts: Transcripts,
	{ definition, filtering }: Pick<WallPage, 'definition' | 'filtering'>,
): RenderedFile {
	const { sharing, ratings } = definition
	const { assets, analytics, config } = site
	const filter = filtering?.filter ?? noFilter
	const isFiltered = isFiltering(filter)
	// A part of a page that search engines have already.
	const isUnlisted = sharing.noindex || isFiltered
	const rendered = assets.pages.renderWallPage(wall, transcripts, { sharing, filtering })
	const page = {
		...rendered,
		title: sharing.page_title || rendered.title,
		description: sharing.page_description || rendered.description || '',
	}
	const { mode } = wall.wall.theme
	const { font } = wall.space
	const hasRecordings = wall.items.some(({ media }) => media && media.kind !== 'photo')
	const data = sharing.structured_data && !isUnlisted ? wallData(wall, page, ratings, config.SITE_URL) : null
	const { html, styleHashes } = renderDocument({
		page,
		styles: [
			assets.style('wall/page/wall-page.css'),
			accentCss(wall.wall.theme.color ?? wall.space.color),
			starCss(wall.wall.theme.accent),
			brandFontCss(font, ':root'),
			...(rendered.css ? [rendered.css] : []),
			...ownStyles(definition.css.page),
		],
		scripts: hasRecordings ? [assets.script('wall/page/recordings-client.ts')] : [],
		tags: [
			font ? preloadTag(font) : '',
			...pageTags(config.SITE_URL, wall, page, filter),
			data ? structuredDataTag(data) : '',
			hasRecordings ? analytics.deferredTag : analytics.tag,
		],
		icon: definition.icon,
		...(mode === 'auto' ? {} : { theme: mode }),
		...(isUnlisted ? { robots: 'noindex' } : {}),
	})
	const { scripts, connections } = analytics
	return {
		text: html,
		headers: {
			'content-type': 'text/html; charset=utf-8',
			'cache-control': filter.words ? 'private, no-cache' : publicCacheControl,
			...(isUnlisted ? { 'x-robots-tag': 'noindex' } : {}),
			...securityHeaders('hosted', config, { styleHashes, scripts, connections }),
		},
	}
}

/** The wall's own CSS, which reaches nothing but its testimonials. */
function ownStyles(css: CheckedCss): string[] {
	return css ? [`@layer confinement{${confinementCss(ownCssRoot, 32)}}${css}`] : []
}

/** Links to this page, its neighbours and its feeds, and what a shared link shows. */
function pageTags(
	site: string,
	{ wall, space, next, previous, offset }: PublicWall,
	{ title, description }: { title: string; description: string },
	filter: WallFilter,
): string[] {
	const address = `${site}/w/${wall.slug}`
	const at = (cursor: string) => escapeHtml(address + filterQuery(filter, cursor))
	const property = (name: string, content: string) => `<meta property="og:${name}" content="${escapeHtml(content)}">`
	const feed = (type: string, name: string) =>
		`<link rel="alternate" type="application/${type}" href="${address}/${name}" title="${escapeHtml(title)}">`
	return [
		offset === 0 && !isFiltering(filter) ? `<link rel="canonical" href="${at('')}">` : '',
		previous === null ? '' : `<link rel="prev" href="${at(previous)}">`,
		next === null ? '' : `<link rel="next" href="${at(next)}">`,
		feed('atom+xml', 'feed.atom'),
		feed('feed+json', 'feed.json'),
		property('type', 'website'),
		property('title', title),
		property('description', description),
		property('url', address),
		property('site_name', space.name),
		...cardTags(`${address}/card.png`, title),
	]
}
