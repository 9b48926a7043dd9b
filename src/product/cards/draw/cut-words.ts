/**
 * The beginning of a text with an ellipsis: at the end of a sentence, or of a word where the last sentence would cost much. No
 * word and no letter is changed.
 * @param most in UTF-16 units
 */
export function cutWords(text: string, most: number, lang: string): string {
	if (text.length <= most) return text
	const head = text.slice(0, most)
	const sentence = lastEnd(head, lang, 'sentence')
	const end = sentence >= most * 0.6 ? sentence : lastEnd(head, lang, 'word') || lastEnd(head, lang, 'grapheme')
	const kept = text.slice(0, end).trimEnd()
	return wide.test(kept.at(-1) ?? '') ? `${kept}…` : `${kept} …`
}

/** Letters and signs of scripts that are set without spaces. */
const wide = /[\u2e80-\u9fff\uff00-\uffef]/

/** Where the last segment begins that `text` may have cut. */
function lastEnd(text: string, lang: string, granularity: Intl.SegmenterOptions['granularity']): number {
	let end = 0
	for (const { index } of segmenter(lang, granularity).segment(text)) end = index
	return end
}

function segmenter(lang: string, granularity: Intl.SegmenterOptions['granularity']): Intl.Segmenter {
	return new Intl.Segmenter(isLocale(lang) ? lang : 'en', { granularity })
}

function isLocale(lang: string): boolean {
	try {
		return Intl.getCanonicalLocales(lang).length > 0
	} catch {
		return false
	}
}

/** Scripts without spaces, whose words only a dictionary tells. */
const unspaced = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]/

/**
 * Adds invisible places for line breaks between the words of Thai, Lao, Khmer and Burmese, and forbids them within words of
 * Korean, which has spaces.
 */
export function withBreaks(given: string, lang: string): string {
	const text = given.replace(/(?<=[\uac00-\ud7a3])(?=[\uac00-\ud7a3])/g, '\u2060')
	if (!unspaced.test(text)) return text
	const words = [...segmenter(lang, 'word').segment(text)].map(({ segment }) => segment)
	return words.reduce(
		(line, word) => line + (unspaced.test(line.at(-1) ?? '') && unspaced.test(word) ? '\u200b' : '') + word,
		'',
	)
}

/** Number of characters as a reader counts them. */
export function countCharacters(text: string): number {
	return [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].length
}
