import type { Config } from '#server/config.ts'
import { securityHeaders } from '#server/http/security-headers.ts'
import { brandPalette } from '#shared/brand-color.ts'
import { embedScriptText } from '#shared/embed-script.ts'
import type { PublicWall } from '#shared/wall.ts'
import type { Analytics } from './analytics.ts'
import { escapeHtml, jsonForHtml, renderDocument, styleHash } from './document.ts'
import type { PublicAssets } from './public-assets.ts'

export type Site = { config: Config; assets: PublicAssets; analytics: Analytics; loader: string }
/** The text of an answer and the headers that belong to its kind. */
export type Rendered = { text: string; headers: Record<string, string> }

/** Withdrawn words are gone everywhere within 60 s: 30 fresh, 30 more while a browser asks again. */
const cacheControl = 'public, max-age=30, stale-while-revalidate=30'

/** The hosted wall. */
export function wallDocument(site: Site, wall: PublicWall): Rendered {
	const { assets, analytics, config } = site
	const page = assets.pages.renderWallPage(wall)
	const { mode } = wall.wall.theme
	const { html, styleHashes } = renderDocument({
		page,
		styles: [assets.style('wall/wall-page.css'), brandCss(wall)],
		scripts: [],
		tags: [...pageTags(config.SITE_URL, wall, page.title, page.description ?? ''), analytics.tag],
		...(mode === 'auto' ? {} : { theme: mode }),
	})
	const { scripts, connections } = analytics
	return {
		text: html,
		headers: {
			'content-type': 'text/html; charset=utf-8',
			'cache-control': cacheControl,
			...securityHeaders('hosted', config, { styleHashes, scripts, connections }),
		},
	}
}

function brandCss({ wall, space }: PublicWall): string {
	const palette = brandPalette(wall.theme.color ?? space.color)
	if (!palette) return ''
	const { light, dark } = palette
	return `:root{--accent:light-dark(${light.brand},${dark.brand});--on-accent:light-dark(${light.onBrand},${dark.onBrand});--accent-wash:light-dark(${light.wash},${dark.wash});--focus:var(--accent)}`
}

/** Where the page lives, its neighbours, how it looks when shared, and the little that is honest to tell machines. */
function pageTags(
	site: string,
	{ wall, space, next, previous, offset }: PublicWall,
	title: string,
	about: string,
) {
	const address = `${site}/w/${wall.slug}`
	const at = (cursor: string) => escapeHtml(cursor ? `${address}?cursor=${cursor}` : address)
	const property = (name: string, content: string) =>
		`<meta property="og:${name}" content="${escapeHtml(content)}">`
	const logo = space.logo && new URL(space.logo, site).href
	// Stars of an owner's own choosing are no rating of the whole, so no rating is told to search engines.
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

const shared = { 'cache-control': cacheControl, 'x-content-type-options': 'nosniff' }
/** Embeds are for every page on earth, and are the same for all: no credentials, so any origin may read. */
const open = {
	...shared,
	'access-control-allow-origin': '*',
	'cross-origin-resource-policy': 'cross-origin',
	'timing-allow-origin': '*',
}

/** One request that carries loader and words. */
export function embedScript(site: Site, wall: PublicWall, language: string | undefined): Rendered {
	const html = site.assets.pages.renderEmbed(wall, site.config.SITE_URL, language)
	return {
		text: embedScriptText(site.loader, wall.wall.id, html),
		headers: { 'content-type': 'text/javascript; charset=utf-8', ...open },
	}
}

/** Static HTML with a declarative shadow root: readable without any script, to be put into a page when it is built. */
export function embedFragment(
	site: Site,
	wall: PublicWall,
	language: string | undefined,
): Rendered {
	return {
		text: declarative(site, wall, language),
		headers: { 'content-type': 'text/html; charset=utf-8', ...open },
	}
}

function declarative(site: Site, wall: PublicWall, language: string | undefined): string {
	const inside = site.assets.pages.renderEmbed(wall, site.config.SITE_URL, language)
	return `<plaudit-wall wall="${wall.wall.id}"><template shadowrootmode="open">${inside}</template></plaudit-wall>`
}

/** The framed page, for sites that allow no script of others. */
export function embedFrame(site: Site, wall: PublicWall, language: string | undefined): Rendered {
	const body = declarative(site, wall, language)
	const inner = /<style>([\s\S]*?)<\/style>/.exec(body)?.[1] ?? ''
	const outer = 'body{margin:0}a{-webkit-tap-highlight-color:transparent}'
	const { mode } = wall.wall.theme
	const title = escapeHtml(wall.space.name)
	const scheme = mode === 'auto' ? 'light dark' : mode
	return {
		text: `<!doctype html><html lang="${escapeHtml(wall.space.locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="${scheme}"><meta name="robots" content="noindex"><base target="_top"><title>${title}</title><style>${outer}:root{color-scheme:${scheme}}</style></head><body>${body}<script async src="/embed.js"></script></body></html>`,
		headers: {
			'content-type': 'text/html; charset=utf-8',
			...shared,
			...securityHeaders('frame', site.config, {
				styleHashes: [styleHash(inner), styleHash(`${outer}:root{color-scheme:${scheme}}`)],
			}),
		},
	}
}

/** The loader alone, for pages with several walls. */
export function loaderScript(site: Site): Rendered {
	return {
		text: site.loader,
		headers: {
			'content-type': 'text/javascript; charset=utf-8',
			...open,
			'cache-control': 'public, max-age=3600, stale-while-revalidate=86400',
		},
	}
}
