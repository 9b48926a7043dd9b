/** The marks that Google writes around a translation, in the languages of its pages. */
const translated =
	/\((?:translated by google|übersetzt von google|traduit par google|traducido por google|traducción de google|tradotto da google|traduzione di google|vertaald door google|traduzido pelo google|tradução do google|przetłumaczone przez google|översatt av google|oversat af google|oversatt av google|переведено google|перевод google|google による翻訳|由 google 提供翻譯|由 google 翻译|google 번역 제공)\)/i
const original =
	/\((?:original|originale|origineel|originalt?ext|texte d['’]origine|avis d['’]origine|texto original|testo originale|original text|oryginał|оригинал|原文|元のクチコミ|원본|원문)\)/i

/**
 * The words that their author wrote, from a text that holds Google's translation beside them, in either order. Undefined for a text without
 * a translation, or with nothing but one.
 */
export function originalOfTranslation(text: string): string | undefined {
	const mark = translated.exec(text)
	if (!mark) return undefined
	const before = text.slice(0, mark.index).trim()
	const behind = text.slice(mark.index + mark[0].length)
	const second = original.exec(behind)
	// Words before the mark are the original; "(Original)" may stand above them.
	const words = second ? behind.slice(second.index + second[0].length) : before.replace(original, '')
	return words.trim() || undefined
}
