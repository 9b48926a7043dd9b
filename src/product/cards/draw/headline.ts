import type { CardText } from '#shared/wall/share-card.ts'
import { cutWords, withBreaks } from './cut-words.ts'
import { layOut, type TextLayer, type TextStyle } from './text-layer.ts'

/** Below this height in pixels the words need all lines but one. */
const lowBox = 250
/** Between the title and the words, in pixels. */
const gap = 14

export type Headline = { layer: TextLayer; style: TextStyle; height: number }

/** The author's title in one or two lines above the words; null without one. A longer one ends with an ellipsis. */
export async function fitHeadline(
	{ headline, lang, dir }: CardText,
	color: string,
	box: { width: number; height: number },
): Promise<Headline | null> {
	if (!headline) return null
	const style: TextStyle = { face: 'serif', size: 34, pitch: 46, color, lang, dir, isBold: true }
	const most = box.height < lowBox ? 1 : 2
	let length = headline.length
	for (;;) {
		const layer = await layOut([withBreaks(cutWords(headline, length, lang), lang)], style, box.width)
		if (layer.lines <= most || length < 12) return { layer, style, height: layer.lines * style.pitch + gap }
		length = Math.floor((length * (most - 0.1)) / layer.lines)
	}
}
