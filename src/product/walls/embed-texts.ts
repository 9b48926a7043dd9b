import { escapeHtml } from '#product/pages/document.ts'
import { preloadTag } from '#product/pages/preload-tag.ts'
import { fontFaceCss } from '#shared/look/brand-font.ts'
import type { PublicWall, WallTheme } from '#shared/wall/wall.ts'
import { isFloating } from '#shared/wall/wall-layouts.ts'

/**
 * The static HTML of a wall, with a declarative shadow root.
 * @param html output of `renderEmbed`
 * @param origin of this installation
 */
export function embedFragmentText(wall: PublicWall, html: string, origin: string): string {
	const { font } = wall.space
	// The loader, which declares the font itself, reads nothing before the first style element without attributes.
	const fontStyle = font ? `<style data-font>${fontFaceCss(font, origin)}</style>` : ''
	return fontStyle + shadowRoot(wall, html)
}

/**
 * The document of a wall in a frame, and the texts of its style elements, which its policy allows. A frame does not know the colours of
 * the page around it: it draws its own background, unless its code names the colour scheme of the page.
 * @param html output of `renderEmbed`
 * @param theme of the frame's code; undefined for that of the wall
 */
export function embedFrameText(
	wall: PublicWall,
	html: string,
	theme?: WallTheme['mode'],
): { text: string; styles: string[] } {
	const embedCss = /<style>([\s\S]*?)<\/style>/.exec(html)?.[1] ?? ''
	const { mode } = wall.wall.theme
	const title = escapeHtml(wall.space.name)
	const scheme = { light: 'light', dark: 'dark', auto: 'light dark' }[theme ?? (mode === 'dark' ? 'dark' : 'light')]
	const { font } = wall.space
	const fontCss = font ? fontFaceCss(font) : ''
	const preload = font ? preloadTag(font) : ''
	const attributes = (isFloating(wall.wall.layout) ? ' place="frame"' : '') + (theme ? ` theme="${theme}"` : '')
	// Dark words on a page that is dark without a colour scheme, or light ones on a light page, could not be read.
	const background = theme ? '' : ';background:Canvas'
	const css = `${fontCss}body{margin:0}a{-webkit-tap-highlight-color:transparent}:root{color-scheme:${scheme}${background}}`
	return {
		text: `<!doctype html><html lang="${escapeHtml(wall.space.locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="${scheme}"><meta name="robots" content="noindex"><base target="_top"><title>${title}</title>${preload}<style>${css}</style></head><body>${shadowRoot(wall, html, attributes)}<script async src="/embed.js"></script></body></html>`,
		styles: [embedCss, css],
	}
}

/** @param attributes `place` of a wall that floats elsewhere, since a frame has no edge of the page, and `theme` */
function shadowRoot(wall: PublicWall, html: string, attributes = ''): string {
	return `<plaudit-wall wall="${wall.wall.id}"${attributes}><template shadowrootmode="open">${html}</template></plaudit-wall>`
}
