import { securityHeaders } from '#platform/http/response/security-headers.ts'
import { styleHash } from '#product/pages/document.ts'
import { publicCacheControl, type RenderedFile, type Renderer } from '#product/public-answers/public-answer.ts'
import type { PublicSite } from '#product/public-answers/public-site.ts'
import { embedScriptText } from '#shared/wall/embed-script.ts'
import type { PublicWall, WallTheme } from '#shared/wall/wall.ts'
import { wallLanguages } from '#shared/wall/wall-languages.ts'
import { embedFragmentText, embedFrameText } from './embed-texts.ts'
import { toPublicWall, type WallReader } from './wall-reader.ts'

const pathPattern = /^\/embed\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(\.js|\.html)?$/
const itemsOfEmbed = 12

/** Themes that the code of a frame may ask for; `auto` is the colour scheme of the visitor's system. */
const frameThemes: readonly WallTheme['mode'][] = ['light', 'dark', 'auto']

const sharedHeaders = { 'cache-control': publicCacheControl, 'x-content-type-options': 'nosniff' }
/** Embeds are public and carry no credentials, so that any origin may read them. */
const crossOriginHeaders = {
	...sharedHeaders,
	'access-control-allow-origin': '*',
	'cross-origin-resource-policy': 'cross-origin',
	'timing-allow-origin': '*',
}
const scriptHeaders = { 'content-type': 'text/javascript; charset=utf-8', ...crossOriginHeaders }
const htmlType = { 'content-type': 'text/html; charset=utf-8' }

/**
 * /embed/{wall id}.js: loader and wall in one request; /embed/{wall id}.html: static HTML with a declarative shadow root, which site
 * generators include in their pages; /embed/{wall id}: a page for an iframe, for sites whose policy forbids scripts of other origins.
 */
export function embedRenderer(walls: WallReader): Renderer {
	return (path, search) => {
		const [, id, end] = pathPattern.exec(path) ?? []
		if (!id) return null
		const query = new URLSearchParams(search)
		const language = readLanguage(query.get('lang'))
		const theme = end ? undefined : frameThemes.find((mode) => mode === query.get('theme'))
		const parameters = [language && `lang=${language}`, theme && `theme=${theme}`].filter(Boolean).join('&')
		return {
			key: parameters ? `${path}?${parameters}` : path,
			isPage: end === undefined,
			async render(site) {
				const page = await walls.read({ id, limit: itemsOfEmbed })
				if (!page) return null
				const wall = toPublicWall(page)
				const html = site.assets.pages.renderEmbed(wall, site.config.SITE_URL, language)
				return { ...renderFile(site, wall, html, end, theme), space: wall.space.id, surrogateKey: `wall-${id}` }
			},
		}
	}
}

/** A language of walls, or English for any other; undefined for a text that names none. */
function readLanguage(text: string | null): string | undefined {
	if (!text || !/^[a-z]{2,3}\b/i.test(text)) return undefined
	return wallLanguages.find((language) => language === text.slice(0, 2).toLowerCase()) ?? 'en'
}

function renderFile(
	{ config, loader }: PublicSite,
	wall: PublicWall,
	html: string,
	end: string | undefined,
	theme: WallTheme['mode'] | undefined,
): RenderedFile {
	const origin = config.SITE_URL
	if (end === '.js')
		return { text: embedScriptText(loader, wall.wall.id, html, wall.space.font, origin), headers: scriptHeaders }
	if (end === '.html')
		return { text: embedFragmentText(wall, html, origin), headers: { ...htmlType, ...crossOriginHeaders } }
	const { text, styles } = embedFrameText(wall, html, theme)
	const policy = securityHeaders('frame', config, { styleHashes: styles.map(styleHash) })
	return { text, headers: { ...htmlType, ...sharedHeaders, ...policy } }
}

const scripts = new Map<string, 'loader' | 'player' | 'form' | 'prompt'>([
	['/embed.js', 'loader'],
	['/embed/player.js', 'player'],
	['/embed/form.js', 'form'],
	['/embed/prompt.js', 'prompt'],
])

/** The loader alone, for pages with several walls, the player, which the loader imports, the loader of forms, and the prompt. */
export const embedScriptRenderer: Renderer = (path) => {
	const name = scripts.get(path)
	if (!name) return null
	const headers = { ...scriptHeaders, 'cache-control': 'public, max-age=3600, stale-while-revalidate=86400' }
	return { key: path, isBuilt: true, render: async (site) => ({ text: site[name], headers }) }
}
