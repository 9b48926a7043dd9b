import type { WallLayout, WallTheme } from '#shared/wall.ts'
import {
	floatingFrom,
	type HeightSteps,
	heightSteps,
	isFloating,
	reservedHeights,
	usualHeights,
	widthTracks,
} from '#shared/wall-layouts.ts'
import { escapeHtml } from '#web/lib/format/escape-html.ts'

export type SnippetWall = {
	id: string
	slug: string
	layout: WallLayout
	about: string
	heights?: HeightSteps
	/** The wall's colour scheme. */
	mode?: WallTheme['mode']
}

/** Makes the element a container of its parent's width, with a width of its own where the parent fits its content. */
const containerCss = (layout: WallLayout) =>
	`display:grid;grid:auto/${widthTracks(layout)};width:100%;container-type:inline-size`

/**
 * A CSS length: the height of a wall at every width of its container, without a media rule, so that it fits in an
 * attribute. A step is a difference of widths, multiplied until `clamp` cuts it to nothing or to the whole step.
 */
function heightExpression({ layout, heights = usualHeights(layout) }: Pick<SnippetWall, 'layout' | 'heights'>): string {
	const [narrow, ...wider] = heights
	if (isFloating(layout)) return `clamp(0px,(${floatingFrom - 0.1}px - 100vw)*9999,${narrow}px)`
	let sum = `${narrow}px`
	let before = narrow
	for (const [at, height] of wider.entries()) {
		const from = (heightSteps[at + 1]?.from ?? 0) - 0.1
		const sign = height > before ? '+' : '-'
		if (height !== before) sum += ` ${sign} clamp(0px,(100cqw - ${from}px)*9999,${Math.abs(height - before)}px)`
		before = height
	}
	return sum.includes(' ') ? `calc(${sum})` : sum
}

/** What floats takes no room in a wide window, not even for its link before the wall has come. */
function floatingCss(wall: Pick<SnippetWall, 'layout' | 'heights'>): string {
	return `display:block;grid-column:1/-1;overflow:hidden;height:${heightExpression(wall)}`
}

/** The rules of the style attributes, for the style sheet of a site whose policy forbids such attributes. */
export function heightRules(wall: Pick<SnippetWall, 'id' | 'layout' | 'heights'>): string {
	const { id } = wall
	const container = `plaudit-wall[wall="${id}"], :has(> iframe[src*="${id}"]) { ${containerCss(wall.layout)} }`
	if (isFloating(wall.layout))
		return `${container}
[wall="${id}"] > a { ${floatingCss(wall)} }`
	return `${container}
[wall="${id}"] > a, iframe[src*="${id}"] { display:block; grid-column:1/-1; width:100%; border:0; height:${heightExpression(wall)} }`
}

/** Two lines: an element that reserves the height, and one script, one request for loader and HTML. */
export function scriptSnippet(origin: string, wall: SnippetWall): string {
	const floats = isFloating(wall.layout)
	const height = floats ? floatingCss(wall) : `display:block;grid-column:1/-1;min-height:${heightExpression(wall)}`
	return `<plaudit-wall wall="${wall.id}" style="${containerCss(wall.layout)}"><a href="${origin}/w/${wall.slug}" style="${height}">${escapeHtml(wall.about)}</a></plaudit-wall>
<script async src="${origin}/embed/${wall.id}.js?reserves=${reservedHeights(wall.layout)}"></script>`
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
	const height = `display:block;grid-column:1/-1;${scheme}border:0;width:100%;height:${heightExpression(wall)}`
	return `<div style="${containerCss(wall.layout)}"><iframe src="${address}" title="${escapeHtml(wall.about)}" loading="lazy" style="${height}"></iframe></div>`
}

/** The sources that a page with a content security policy has to allow. */
export function policyLines(origin: string): string {
	return `script-src ${origin}
img-src ${origin}
media-src ${origin}   (only for videos and audio)
connect-src ${origin}   (only for /embed.js with several walls)
trusted-types plaudit   (only where trusted types are required)`
}
