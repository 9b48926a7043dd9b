import { countCharacters, cutWords, withBreaks } from './cut-words.ts'
import { layOut, type TextLayer, type TextPart, type TextStyle } from './text-layer.ts'

type Box = { width: number; height: number }
type Marks = { open: string; close: string; color: string }

export type FittedWords = {
	layer: TextLayer
	style: TextStyle
	/** Set in the margin before the first line; null where the marks stand within the line. */
	hanging: TextLayer | null
	/** Numbers of characters when the words are cut. */
	cut: { shown: number; all: number } | null
}

/** Marks of Chinese, Japanese and Korean corner brackets take a full place of the line. */
const inline = /[\u3000-\u303f]/

/** Line heights by script: those with marks above and below their letters need more. */
function lineHeight(text: string, size: number): number {
	if (/[\u0600-\u06ff]/.test(text)) return size > 76 ? 1.5 : 1.7
	if (/[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/.test(text)) return size > 76 ? 1.35 : 1.55
	if (/[\u0900-\u109f\u1780-\u17ff]/.test(text)) return 1.5
	if (size > 76) return 1.08
	return size > 55 ? 1.2 : size > 46 ? 1.28 : 1.38
}

type Words = { text: string; lang: string; dir: 'ltr' | 'rtl'; color: string; marks: Marks | null }

/**
 * Sets words as large as a box allows; those that are too long in the smallest size are cut.
 * @param noteHeight is left free below words that are cut
 */
export async function fitWords(
	words: Words,
	box: Box,
	sizes: readonly number[],
	noteHeight: number,
): Promise<FittedWords> {
	const smallest = styleOf(words, sizes.at(-1) ?? 40)
	// Letters are wider than a quarter of their height: laying out thousands of them would only show that they do not fit.
	const bound = Math.floor((box.height / smallest.pitch) * (box.width / smallest.size) * 4)
	if (words.text.length <= bound) {
		for (const size of startingAt(words.text, sizes)) {
			const style = styleOf(words, size)
			const layer = await layOut(partsOf(words, words.text), style, box.width)
			if (layer.lines * style.pitch <= box.height && !(await breaksWord(words, style, box)))
				return finish(words, style, await balance(words, style, layer, box.width), null)
		}
	}
	const most = Math.floor((box.height - noteHeight) / smallest.pitch)
	let length = Math.floor(Math.min(words.text.length - 1, bound * 0.55))
	for (;;) {
		const text = cutWords(words.text, length, words.lang)
		const layer = await layOut(partsOf(words, text), smallest, box.width)
		if (layer.lines <= most || length < 20) {
			const shown = countCharacters(text.replace(/\s*…$/, ''))
			return finish(words, smallest, layer, { shown, all: countCharacters(words.text) })
		}
		length = Math.floor((length * (most - 0.3)) / layer.lines)
	}
}

function styleOf({ text, lang, dir, color }: Words, size: number): TextStyle {
	const pitch = Math.round(size * lineHeight(text, size))
	return { face: 'serif', size, pitch, color, lang, dir, tracking: size > 76 ? -0.024 : -0.012 }
}

/** The sizes from the one that suits a length on, so that few are tried. */
function startingAt(text: string, sizes: readonly number[]): readonly number[] {
	const wide = text.length + (text.match(/[\u1100-\u115f\u2e80-\u9fff\uac00-\ud7a3\uff00-\uff60]/g)?.length ?? 0)
	const skipped = wide <= 60 ? 0 : wide <= 110 ? 1 : wide <= 200 ? 2 : 3
	return sizes.slice(Math.min(skipped, sizes.length - 1))
}

/** True when a line break would fall within the longest word. */
async function breaksWord(words: Words, style: TextStyle, { width }: Box): Promise<boolean> {
	const longest = withBreaks(words.text, words.lang)
		.split(/[\s\u200b-]+/)
		.reduce((most, word) => (word.length > most.length ? word : most), '')
	if (longest.length * style.size * 0.4 < width || style.size < 50 || /[\u2e80-\u9fff]/.test(longest)) return false
	return (await layOut([longest], style)).width > width
}

/** Lines of about the same length: the narrowest width that takes no further line. */
async function balance(words: Words, style: TextStyle, whole: TextLayer, width: number): Promise<TextLayer> {
	if (whole.lines < 2 || whole.lines > 5) return whole
	let best = whole
	let [low, high] = [Math.round(width / 2), width]
	for (let step = 0; step < 4; step++) {
		const middle = Math.round((low + high) / 2)
		const layer = await layOut(partsOf(words, words.text), style, middle)
		if (layer.lines > whole.lines || layer.width > middle + 2) low = middle
		else {
			best = layer
			high = middle
		}
	}
	return best
}

function partsOf({ marks, lang }: Words, text: string): TextPart[] {
	const broken = withBreaks(text, lang)
	if (!marks) return [broken]
	const close = { text: marks.close, color: marks.color }
	return inline.test(marks.open) ? [{ text: marks.open, color: marks.color }, broken, close] : [broken, close]
}

async function finish(
	{ marks }: Words,
	style: TextStyle,
	layer: TextLayer,
	cut: FittedWords['cut'],
): Promise<FittedWords> {
	const hangs = marks && !inline.test(marks.open)
	const hanging = hangs ? await layOut([marks.open], { ...style, color: marks.color }) : null
	return { layer, style, hanging, cut }
}
