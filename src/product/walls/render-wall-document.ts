import { securityHeaders } from '#platform/http/response/security-headers.ts'
import { escapeHtml, jsonForHtml, renderDocument } from '#product/pages/document.ts'
import type { Site } from '#product/pages/site.ts'
import { brandPalette } from '#shared/brand-color.ts'
import type { Transcripts } from '#shared/transcript.ts'
import type { PublicWall } from '#shared/wall.ts'

export type RenderedWall = { text: string; headers: Record<string, string> }

/** A withdrawn testimonial is gone everywhere within 60 s: 30 fresh, 30 more while a browser revalidates. */
export const wallCacheControl = 'public, max-age=30, stale-while-revalidate=30'

export function renderWallDocument(site: Site, wall: PublicWall, transcripts: Transcripts): RenderedWall {
	const { assets, analytics, config } = site
	const page = assets.pages.renderWallPage(wall, transcripts)
	const { mode } = wall.wall.theme
	const hasRecordings = wall.items.some(({ media }) => media && media.kind !== 'photo')
	const { html, styleHashes } = renderDocument({
		page,
		styles: [assets.style('wall/page/wall-page.css'), accentCss(wall.wall.theme.color ?? wall.space.color)],
		scripts: hasRecordings ? [assets.script('wall/page/recordings-client.ts')] : [],
		tags: [...pageTags(config.SITE_URL, wall, page.title, page.description ?? ''), analytics.tag],
		...(mode === 'auto' ? {} : { theme: mode }),
	})
	const { scripts, connections } = analytics
	return {
		text: html,
		headers: {
			'content-type': 'text/html; charset=utf-8',
			'cache-control': wallCacheControl,
			...securityHeaders('hosted', config, { styleHashes, scripts, connections }),
		},
	}
}

/** The owner's colour as the accent of a hosted page; empty without one. */
export function accentCss(color: string | null): string {
	const palette = brandPalette(color)
	if (!palette) return ''
	const { light, dark } = palette
	return `:root{--accent:light-dark(${light.brand},${dark.brand});--on-accent:light-dark(${light.onBrand},${dark.onBrand});--accent-wash:light-dark(${light.wash},${dark.wash});--focus:var(--accent)}`
}

/** Links to this page and its neighbours, Open Graph, and structured data. */
function pageTags(site: string, { wall, space, next, previous, offset }: PublicWall, title: string, about: string) {
	const address = `${site}/w/${wall.slug}`
	const at = (cursor: string) => escapeHtml(cursor ? `${address}?cursor=${cursor}` : address)
	const property = (name: string, content: string) => `<meta property="og:${name}" content="${escapeHtml(content)}">`
	const logo = space.logo && new URL(space.logo, site).href
	// Owners choose what a wall shows, so its average is no rating that search engines may show.
	const data = {
		'@context': 'https://schema.org',
		'@type': 'CollectionPage',
		name: title,
		url: address,
		inLanguage: space.locale,
		about: { '@type': 'Brand', name: space.name, ...(space.url ? { url: space.url } : {}) },
	}
	return [
		offset === 0 ? `<link rel="canonical" href="${at('')}">` : '',
		previous === null ? '' : `<link rel="prev" href="${at(previous)}">`,
		next === null ? '' : `<link rel="next" href="${at(next)}">`,
		property('type', 'website'),
		property('title', title),
		property('description', about),
		property('url', address),
		property('site_name', space.name),
		logo ? property('image', logo) : '',
		`<meta name="twitter:card" content="summary">`,
		`<script type="application/ld+json">${jsonForHtml(data)}</script>`,
	]
}
