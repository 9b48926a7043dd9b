import { securityHeaders } from '#platform/http/response/security-headers.ts'
import { type RenderedFile, wallCacheControl } from '#product/http/rendered-file.ts'
import { styleHash } from '#product/pages/document.ts'
import type { Site } from '#product/pages/site.ts'
import { embedScriptText } from '#shared/wall/embed-script.ts'
import type { PublicWall, WallTheme } from '#shared/wall/wall.ts'
import { embedFragmentText, embedFrameText } from './embed-texts.ts'

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
	return {
		text: embedFragmentText(wall, html, config.SITE_URL),
		headers: { 'content-type': 'text/html; charset=utf-8', ...crossOriginHeaders },
	}
}

/** A page for an iframe, for sites whose policy forbids scripts of other origins. */
export function renderEmbedFrame(
	{ config }: Site,
	wall: PublicWall,
	html: string,
	theme?: WallTheme['mode'],
): RenderedFile {
	const { text, styles } = embedFrameText(wall, html, theme)
	return {
		text,
		headers: {
			'content-type': 'text/html; charset=utf-8',
			...sharedHeaders,
			...securityHeaders('frame', config, { styleHashes: styles.map(styleHash) }),
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
