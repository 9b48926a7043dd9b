/** The font of a space's brand, as pages and embeds load it. Sizes are in parts of the type size. */
export type BrandFont = {
	/** A path on our own origin. */
	url: string
	ascent: number
	descent: number
	gap: number
	/** The average width of a letter of English text; 0 for a font without Latin letters. */
	width: number
	/** The lightest and the heaviest weight. */
	weights: [number, number]
	isItalic: boolean
	/** A preview, where words may move, shows it however late it comes. */
	isPreview?: true
}

/** The members of `spaces.brand` about a font. Owners may write any text there, so that readers check it. */
export type StoredFont = { font_path?: unknown; font_metrics?: unknown }

const path = /^[0-9a-f-]{36}\/[0-9a-f-]{36}\.woff2$/

/** The font of a brand, or null where there is none, or none that can be read. */
export function readBrandFont({ font_path, font_metrics }: StoredFont): BrandFont | null {
	if (typeof font_path !== 'string' || !path.test(font_path)) return null
	const metrics = parseMetrics(font_metrics)
	return metrics && { url: `/storage/v1/object/public/brand/${font_path}`, ...metrics }
}

/** The text of `brand.font_metrics`. */
export function writeFontMetrics({
	ascent,
	descent,
	gap,
	width,
	weights,
	isItalic,
}: Omit<BrandFont, 'url' | 'isPreview'>): string {
	return [ascent, descent, gap, width, ...weights, Number(isItalic)].join(' ')
}

function parseMetrics(stored: unknown): Omit<BrandFont, 'url'> | null {
	const numbers = typeof stored === 'string' ? stored.split(' ').map(Number) : []
	if (numbers.length !== 7) return null
	const [ascent = 0, descent = 0, gap = 0, width = 0, least = 400, most = 400, italic = 0] = numbers
	const areSizes = [ascent, descent, gap, width].every((size) => size >= 0 && size < 4)
	const areWeights = [least, most].every((weight) => Number.isInteger(weight) && weight >= 1 && weight <= 1000)
	if (!areSizes || !areWeights || ascent === 0 || least > most) return null
	return { ascent, descent, gap, width, weights: [least, most], isItalic: italic === 1 }
}

/** Average widths of letters of Arial, which stands in, and of Georgia, after which heights are estimated without a font. */
const usualWidths = { arial: 0.4393, georgia: 0.4375 }

/** The width of a wall's letters, compared with those after which heights are estimated. */
export function letterScale(font: BrandFont | undefined): number {
	return font && font.width > 0.2 ? font.width / usualWidths.georgia : 1
}

/** Name of the family by the file, so that a page may show walls of several brands. */
function familyOf({ url }: BrandFont): string {
	return `plaudit-${url.slice(-20, -6)}`
}

/** The families of a brand's font: the font, and what has its size until it is loaded. */
export function fontFamilies(font: BrandFont): string {
	const family = familyOf(font)
	return `"${family}","${family}-alt"`
}

/** JavaScript that makes the font of the family, not yet loaded. */
export function fontFaceScript(font: BrandFont, origin: string): string {
	const { url, weights, isItalic } = font
	const [least, most] = weights
	const weight = least === most ? {} : { weight: `${least} ${most}` }
	const descriptors = { ...weight, ...(isItalic ? { style: 'italic' } : {}) }
	const source = `url(${origin}${url}) format("woff2")`
	return `new FontFace(${[familyOf(font), source, descriptors].map((one) => JSON.stringify(one)).join(',')})`
}

/**
 * Declares the font and its stand-in. A font that is not there within a moment is used from the next page on: words that have been
 * shown never move.
 * @param origin before the path of the file; empty on our own pages
 */
export function fontFaceCss(font: BrandFont, origin = ''): string {
	const { url, weights, isItalic, isPreview, ascent, descent, gap, width } = font
	const [least, most] = weights
	const family = familyOf(font)
	const style = isItalic ? 'font-style:italic;' : ''
	// A font without another weight is used for all.
	const weight = least === most ? '' : `font-weight:${least} ${most};`
	const scale = width > 0.2 ? width / usualWidths.arial : 1
	const percent = (size: number) => `${Math.round(size * 10_000) / 100}%`
	return `@font-face{font-family:"${family}";src:url("${origin}${url}") format("woff2");${weight}${style}font-display:${isPreview ? 'swap' : 'optional'}}@font-face{font-family:"${family}-alt";src:local("Arial"),local("ArialMT"),local("Liberation Sans");size-adjust:${percent(scale)};ascent-override:${percent(ascent / scale)};descent-override:${percent(descent / scale)};line-gap-override:${percent(gap / scale)}}`
}
