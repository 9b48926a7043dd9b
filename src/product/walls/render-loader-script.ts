import { securityHeaders } from '#platform/http/response/security-headers.ts'
import { type RenderedFile, wallCacheControl } from '#product/http/rendered-file.ts'
import { escapeHtml, styleHash } from '#product/pages/document.ts'
import { preloadTag } from '#product/pages/preload-tag.ts'
import type { Site } from '#product/pages/site.ts'
import { fontFaceCss } from '#shared/brand-font.ts'
import { embedScriptText } from '#shared/embed-script.ts'
import type { PublicWall } from '#shared/wall.ts'
import { isFloating } from '#shared/wall-layouts.ts'

const sharedHeaders = { 'cache-control': wallCacheControl, 'x-content-type-options': 'nosniff' }
/** Embeds are public and carry no credentials, so that any origin may read them. */
const crossOriginHeaders = {
	...sharedHeaders,
	'access-control-allow-origin': '*',
	'cross-origin-resource-policy': 'cross-origin',
	'timing-allow-origin': '*',
}

export type EmbedSite = Site & {
	/** Text of the loader script. */
	loader: string
	/** Text of the player's module. */
	player: string
	/** Text of the loader of forms. */
	form: string
}

/** Loader and wall in one request. */
export function renderEmbedScript(site: EmbedSite, wall: PublicWall, html: string): RenderedFile {
	return {
		text: embedScriptText(site.loader, wall.wall.id, html, wall.space.font, site.config.SITE_URL),
		headers: { 'content-type': 'text/javascript; charset=utf-8', ...crossOriginHeaders },
	}
}

/** Static HTML with a declarative shadow root, which needs no script: site generators include it in their pages. */
export function renderEmbedFragment({ config }: Site, wall: PublicWall, html: string): RenderedFile {
	const { font } = wall.space
	// The loader, which declares the font itself, reads nothing before the first style element without attributes.
	const fontStyle = font ? `<style data-font>${fontFaceCss(font, config.SITE_URL)}</style>` : ''
	return {
		text: fontStyle + shadowRoot(wall, html),
		headers: { 'content-type': 'text/html; charset=utf-8', ...crossOriginHeaders },
	}
}

/** @param place of a wall that floats elsewhere; a frame has no edge of the page */
function shadowRoot(wall: PublicWall, html: string, place = ''): string {
	return `<plaudit-wall wall="${wall.wall.id}"${place}><template shadowrootmode="open">${html}</template></plaudit-wall>`
}

/** A page for an iframe, for sites whose policy forbids scripts of other origins. */
export function renderEmbedFrame({ config }: Site, wall: PublicWall, html: string): RenderedFile {
	const embedCss = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? ''
	const { mode } = wall.wall.theme
	const title = escapeHtml(wall.space.name)
	const scheme = mode === 'auto' ? 'light dark' : mode
	const { font } = wall.space
	const fontCss = font ? fontFaceCss(font) : ''
	const preload = font ? preloadTag(font) : ''
	const css = `${fontCss}body{margin:0}a{-webkit-tap-highlight-color:transparent}:root{color-scheme:${scheme}}`
	return {
		text: `<!doctype html><html lang="${escapeHtml(wall.space.locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="${scheme}"><meta name="robots" content="noindex"><base target="_top"><title>${title}</title>${preload}<style>${css}</style></head><body>${shadowRoot(wall, html, isFloating(wall.wall.layout) ? ' place="frame"' : '')}<script async src="/embed.js"></script></body></html>`,
		headers: {
			'content-type': 'text/html; charset=utf-8',
			...sharedHeaders,
			...securityHeaders('frame', config, { styleHashes: [styleHash(embedCss), styleHash(css)] }),
		},
	}
}

/** The loader alone, for pages with several walls, the player, which the loader imports, or the loader of forms. */
export function renderSharedScript(text: string): RenderedFile {
	return {
		text,
		headers: {
			'content-type': 'text/javascript; charset=utf-8',
			...crossOriginHeaders,
			'cache-control': 'public, max-age=3600, stale-while-revalidate=86400',
		},
	}
}
