import type { WallLayout, WallTheme } from '#shared/wall/wall.ts'
import {
	floatingFrom,
	type HeightSteps,
	isFloating,
	reservedHeights,
	usualHeights,
	widthTracks,
} from '#shared/wall/wall-layouts.ts'
import { escapeHtml } from '#web/lib/format/escape-html.ts'
import { heightExpression } from './height-expression.ts'

export type SnippetWall = {
	id: string
	slug: string
	layout: WallLayout
	about: string
	heights?: HeightSteps
	/** The wall's colour scheme. */
	mode?: WallTheme['mode']
}

/** A grid with a width of its own where the parent fits its content. */
const gridCss = (layout: WallLayout) => `display:grid;grid:auto/${widthTracks(layout)};width:100%`

/** A height that follows the width needs a container to measure. */
const placeCss = (wall: Pick<SnippetWall, 'layout' | 'heights'>) =>
	gridCss(wall.layout) + (heightOf(wall).includes('cqw') ? ';container-type:inline-size' : '')

function heightOf({ layout, heights = usualHeights(layout) }: Pick<SnippetWall, 'layout' | 'heights'>): string {
	return isFloating(layout)
		? `clamp(0px,(${floatingFrom - 0.1}px - 100vw)*9999,${heights[0]}px)`
		: heightExpression(heights)
}

/** A floating layout takes no room in a wide window, not even for its link before the wall has come. */
function floatingCss(wall: Pick<SnippetWall, 'layout' | 'heights'>): string {
	return `grid-column:1/-1;overflow:hidden;height:${heightOf(wall)}`
}

/** The rules of the style attributes, for the style sheet of a site whose policy forbids such attributes. */
export function heightRules(wall: Pick<SnippetWall, 'id' | 'layout' | 'heights'>): string {
	const { id } = wall
	const container = `plaudit-wall[wall="${id}"], :has(> iframe[src*="${id}"]) { ${placeCss(wall)} }`
	if (isFloating(wall.layout))
		return `${container}
[wall="${id}"] > a { ${floatingCss(wall)} }`
	return `${container}
[wall="${id}"] > a, iframe[src*="${id}"] { display:block; grid-column:1/-1; width:100%; border:0; height:${heightOf(wall)} }`
}

/** One line: an element that reserves the height, and one script, one request for loader and HTML. */
export function scriptSnippet(origin: string, wall: SnippetWall): string {
	const height = isFloating(wall.layout) ? floatingCss(wall) : `grid-column:1/-1;min-height:${heightOf(wall)}`
	const link = `<a href="${origin}/w/${wall.slug}" style="${height}">${escapeHtml(wall.about)}</a>`
	const script = `<script async src="${origin}/embed/${wall.id}.js?reserves=${reservedHeights(wall.layout)}"></script>`
	return `<plaudit-wall wall="${wall.id}" style="${placeCss(wall)}">${link}</plaudit-wall>${script}`
}

/** Static HTML, fetched when the site is built. */
export function staticSnippet(origin: string, wall: SnippetWall): string {
	return `# When your site is built, put this file's content where the wall shall stand:
curl --fail ${origin}/embed/${wall.id}.html

# Optional, for the carousel's buttons and "Read more" over the page:
<script async src="${origin}/embed.js"></script>`
}

/**
 * One line with an iframe, for sites that allow no third-party script. Browsers draw nothing behind a frame whose element has the colour
 * scheme of its document.
 */
export function frameSnippet(origin: string, wall: SnippetWall): string {
	const address = `${origin}/embed/${wall.id}?reserves=${reservedHeights(wall.layout)}`
	const scheme = wall.mode && wall.mode !== 'auto' ? `color-scheme:${wall.mode};` : ''
	const height = `display:block;grid-column:1/-1;${scheme}border:0;width:100%;height:${heightOf(wall)}`
	return `<div style="${placeCss(wall)}"><iframe src="${address}" title="${escapeHtml(wall.about)}" loading="lazy" style="${height}"></iframe></div>`
}

/** The sources that a page with a content security policy has to allow. */
export function policyLines(origin: string): string {
	return `script-src ${origin}
img-src ${origin}
media-src ${origin}   (only for videos and audio)
connect-src ${origin}   (only for /embed.js with several walls)
trusted-types plaudit   (only where trusted types are required)`
}
