/** Letters of scripts that are written from right to left. */
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/**
 * The direction of a text by its first letter, as `dir="auto"` finds it. Mail programs ignore that attribute, and a border has to
 * stand on the side where the text begins.
 * @param fallback for a text without letters
 */
export function directionOf(text: string, fallback: 'ltr' | 'rtl'): 'ltr' | 'rtl' {
	const letter = /\p{L}/u.exec(text)?.[0]
	if (letter === undefined) return fallback
	return rightToLeft.test(letter) ? 'rtl' : 'ltr'
}

/** The comma between the parts of a line, with its space, as the language writes it. */
export function commaOf(language: string): string {
	return /^(ar|fa|ps|sd|ug|ur)\b/.test(language) ? '، ' : ', '
}

/** Keeps the direction of an inserted text from moving the words around it. */
export function isolate(text: string): string {
	return `\u2068${text}\u2069`
}
