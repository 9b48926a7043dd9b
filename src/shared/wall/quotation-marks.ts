/** Outer quotation marks where they differ from English ones: https://cldr.unicode.org/translation/characters/quotation-marks */
const byLanguage: Readonly<Record<string, readonly [string, string]>> = {
	ar: ['”', '“'],
	be: ['«', '»'],
	bg: ['„', '“'],
	ca: ['«', '»'],
	cs: ['„', '“'],
	da: ['“', '”'],
	de: ['„', '“'],
	el: ['«', '»'],
	es: ['«', '»'],
	et: ['„', '“'],
	fa: ['«', '»'],
	fi: ['”', '”'],
	fr: ['«\u202f', '\u202f»'],
	he: ['”', '”'],
	hr: ['„', '“'],
	hu: ['„', '”'],
	hy: ['«', '»'],
	is: ['„', '“'],
	it: ['«', '»'],
	ja: ['「', '」'],
	ka: ['„', '“'],
	lt: ['„', '“'],
	mk: ['„', '“'],
	no: ['«', '»'],
	nb: ['«', '»'],
	pl: ['„', '”'],
	pt: ['“', '”'],
	ro: ['„', '”'],
	ru: ['«', '»'],
	sk: ['„', '“'],
	sl: ['„', '“'],
	sr: ['„', '“'],
	sv: ['”', '”'],
	uk: ['«', '»'],
	ur: ['”', '“'],
}

/** The quotation marks of a language; a Chinese text in traditional characters has corner brackets. */
export function quotationMarks(lang: string): { open: string; close: string } {
	const isTraditional = /^zh-(hant|tw|hk|mo)/i.test(lang)
	const language = isTraditional ? 'ja' : (lang.toLowerCase().split(/[-_]/, 1)[0] ?? '')
	const [open, close] = Object.hasOwn(byLanguage, language) ? (byLanguage[language] ?? ['“', '”']) : ['“', '”']
	return { open, close }
}
