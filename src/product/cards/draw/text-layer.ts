import sharp from 'sharp'
import { type Face, familiesFor } from './card-fonts.ts'

export type TextStyle = {
	face: Face
	size: number
	/** Distance of baselines. */
	pitch: number
	color: string
	lang: string
	dir: 'ltr' | 'rtl'
	isBold?: boolean
	/** Letter spacing in em. */
	tracking?: number
}

/** A text that was laid out: its size, and the text that draws it. */
export type TextLayer = {
	width: number
	height: number
	lines: number
	/** From the top of the picture to the baseline of its first line. */
	ascent: number
	input: { text: { text: string; font: string; rgba: true; dpi: 72; wrap: 'word-char'; width?: number } }
}

/** Extent of the glyph of the font Strut, in em (bootstrap/fonts.mjs). */
const strut = { above: 1.5, below: 0.7 }
/** Forbids a line break between a text and its strut. */
const wordJoiner = '\u2060'
const directionMarks = { ltr: '\u200e', rtl: '\u200f' }
/** Scripts whose letters join, or stand apart by themselves, take no letter spacing. */
const untracked = /[\u0590-\u08ff\u0900-\u0dff\u0e00-\u109f\u1780-\u17ff\u2e80-\u9fff\uac00-\ud7af]/

/** A part of a text in another colour. */
export type TextPart = string | { text: string; color: string }

/**
 * Lays a text out, by Pango: shaping, both directions, fallback between fonts and line breaks. A picture of text begins at its
 * ink; transparent struts of a known size make the baselines known.
 * @param width of its lines; without one it is a single line
 */
export async function layOut(parts: readonly TextPart[], style: TextStyle, width?: number): Promise<TextLayer> {
	const text = markup(parts, style)
	const font = `${familiesFor(style.face, style.lang)} ${style.size}px`
	const input = { text: { text, font, rgba: true, dpi: 72, wrap: 'word-char', ...(width ? { width } : {}) } } as const
	const found = await sharp(input).metadata()
	const extra = (strut.above + strut.below) * style.size
	return {
		width: found.width,
		height: found.height,
		lines: Math.max(1, Math.round((found.height - extra) / style.pitch) + 1),
		ascent: strut.above * style.size,
		input,
	}
}

function markup(parts: readonly TextPart[], style: TextStyle): string {
	const { size, pitch, color, lang, dir, isBold, tracking = 0 } = style
	const plain = parts.map((part) => (typeof part === 'string' ? part : part.text)).join('')
	const units = (pixels: number) => Math.round(pixels * 1024)
	const spacing = untracked.test(plain) ? 0 : units(tracking * size)
	const attributes = [
		`size="${units(size)}"`,
		`line_height="${units(pitch)}"`,
		`foreground="${color}"`,
		`lang="${escapeMarkup(lang)}"`,
		// A hyphen would change the words.
		'insert_hyphens="false"',
		isBold ? 'weight="600"' : '',
		spacing ? `letter_spacing="${spacing}"` : '',
	]
	const colored = parts.map((part) =>
		typeof part === 'string'
			? escapeMarkup(part)
			: `<span foreground="${part.color}">${escapeMarkup(part.text)}</span>`,
	)
	// Its line is two pixels high, so that it moves no other.
	const bar = '<span font_family="Strut" fgalpha="1" letter_spacing="0" line_height="2048">\u2502</span>'
	return `<span ${attributes.join(' ')}>${directionMarks[dir]}${bar}${wordJoiner}${colored.join('')}${wordJoiner}${bar}</span>`
}

/** Characters that markup may not contain, and those that would begin a line of their own. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to remove
const forbidden = /[\u0000-\u0008\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu
const separators = /[\t\n\v\f\r\u0085\u2028\u2029]+/g

function escapeMarkup(text: string): string {
	return text
		.replace(forbidden, '')
		.replace(separators, ' ')
		.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
