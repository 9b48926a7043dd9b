import { securityHeaders } from '#platform/http/response/security-headers.ts'
import { type RenderedFile, wallCacheControl } from '#product/http/rendered-file.ts'
import { accentCss } from '#product/pages/accent-css.ts'
import { cardTags } from '#product/pages/card-tags.ts'
import { escapeHtml, renderDocument } from '#product/pages/document.ts'
import type { Site } from '#product/pages/site.ts'
import { wallData } from '#product/structured-data/review-data.ts'
import { structuredDataTag } from '#product/structured-data/structured-data-tag.ts'
import type { Transcripts } from '#shared/transcript.ts'
import type { PublicWall } from '#shared/wall.ts'
import type { WallDefinition } from './wall-definition.ts'

export function renderWallDocument(
	site: Site,
	wall: PublicWall,
	transcripts: Transcripts,
	{ sharing, ratings }: Pick<WallDefinition, 'sharing' | 'ratings'>,
): RenderedFile {
	const { assets, analytics, config } = site
	const rendered = assets.pages.renderWallPage(wall, transcripts)
	const page = {
		...rendered,
		title: sharing.page_title || rendered.title,
		description: sharing.page_description || rendered.description || '',
	}
	const { mode } = wall.wall.theme
	const hasRecordings = wall.items.some(({ media }) => media && media.kind !== 'photo')
	const data = sharing.structured_data && !sharing.noindex ? wallData(wall, page, ratings, config.SITE_URL) : null
	const { html, styleHashes } = renderDocument({
		page,
		styles: [assets.style('wall/page/wall-page.css'), accentCss(wall.wall.theme.color ?? wall.space.color)],
		scripts: hasRecordings ? [assets.script('wall/page/recordings-client.ts')] : [],
		tags: [...pageTags(config.SITE_URL, wall, page), data ? structuredDataTag(data) : '', analytics.tag],
		...(mode === 'auto' ? {} : { theme: mode }),
		...(sharing.noindex ? { robots: 'noindex' } : {}),
	})
	const { scripts, connections } = analytics
	return {
		text: html,
		headers: {
			'content-type': 'text/html; charset=utf-8',
			'cache-control': wallCacheControl,
			...(sharing.noindex ? { 'x-robots-tag': 'noindex' } : {}),
			...securityHeaders('hosted', config, { styleHashes, scripts, connections }),
		},
	}
}

/** Links to this page, its neighbours and its feeds, and what a shared link shows. */
function pageTags(
	site: string,
	{ wall, space, next, previous, offset }: PublicWall,
	{ title, description }: { title: string; description: string },
): string[] {
	const address = `${site}/w/${wall.slug}`
	const at = (cursor: string) => escapeHtml(cursor ? `${address}?cursor=${cursor}` : address)
	const property = (name: string, content: string) => `<meta property="og:${name}" content="${escapeHtml(content)}">`
	const feed = (type: string, name: string) =>
		`<link rel="alternate" type="application/${type}" href="${address}/${name}" title="${escapeHtml(title)}">`
	return [
		offset === 0 ? `<link rel="canonical" href="${at('')}">` : '',
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
