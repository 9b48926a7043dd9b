import { layOut, type TextLayer, type TextStyle } from './text-layer.ts'

/** A text on one line: smaller where it is too long, and cut with an ellipsis where that does not suffice. */
export async function fitLine(text: string, style: TextStyle, width: number): Promise<TextLayer> {
	const whole = await layOut([text], style)
	if (whole.width <= width) return whole
	const size = Math.max(style.size * 0.8, (style.size * width) / whole.width)
	const smaller = { ...style, size: Math.floor(size) }
	const small = await layOut([text], smaller)
	if (small.width <= width) return small
	const letters = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)]
	let [fits, tooMany] = [0, letters.length]
	let best = small
	while (tooMany - fits > 1) {
		const count = Math.floor((fits + tooMany) / 2)
		const cut = `${text.slice(0, letters[count]?.index).trimEnd()}…`
		const layer = await layOut([cut], smaller)
		if (layer.width > width) tooMany = count
		else {
			fits = count
			best = layer
		}
	}
	return best
}
