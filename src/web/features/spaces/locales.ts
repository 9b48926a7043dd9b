const codes = [
	'en',
	'ar',
	'de',
	'es',
	'fr',
	'he',
	'it',
	'ja',
	'nl',
	'pl',
	'pt',
	'sv',
	'tr',
	'uk',
	'zh',
]

/** The languages to choose from, each under its own name; the present one is always among them. */
export function localeChoices(present: string): { code: string; label: string }[] {
	const all = codes.includes(present) ? codes : [present, ...codes]
	return all.map((code) => ({ code, label: ownName(code) }))
}

function ownName(code: string): string {
	const name = new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code
	return name.charAt(0).toLocaleUpperCase(code) + name.slice(1)
}
