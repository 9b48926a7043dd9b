/** Languages whose months are known, as Intl writes them; Croatian is missing, as its names are those of other months in Polish and Czech. */
export const monthLanguages =
	'en de fr es it nl pl pt sv ru da nb fi cs sk uk hu ro tr ca el id bg sl lv et lt af gl'.split(' ')

/** Names that people write and Intl does not. */
const further: string[] = [
	'jaenner janner enero',
	'feber febr fev',
	'mrz maerz mrt marz',
	'',
	'mei',
	'juni',
	'juli juill',
	'aug ag',
	'sept sep set',
	'okt oct',
	'nov',
	'dez dic',
]

/** A name as it is compared: in small letters, without accents and dots. */
export function plainMonth(name: string): string {
	return name
		.toLowerCase()
		.normalize('NFD')
		.replace(/[\p{M}.]/gu, '')
		.normalize('NFC')
		.replaceAll('ı', 'i')
		.replace(/^(?:de |d’)/, '')
		.trim()
}

/** All names of the months of a language, January first: whole and short, alone and behind a day. */
export function monthNames(language: string): string[][] {
	const formats = (['long', 'short'] as const).flatMap((month) => [
		new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' }),
		new Intl.DateTimeFormat(language, { month, day: 'numeric', timeZone: 'UTC' }),
	])
	return Array.from({ length: 12 }, (_, month) =>
		formats.map((format) => {
			const parts = format.formatToParts(Date.UTC(2024, month, 15))
			return plainMonth(parts.find(({ type }) => type === 'month')?.value ?? '')
		}),
	)
}

let months: Map<string, number> | undefined

/** The number of a month, 1 to 12, by its plain name. A name of two different months is none. */
export function monthNamed(name: string): number | undefined {
	months ??= readMonths()
	return months.get(name) || undefined
}

function readMonths(): Map<string, number> {
	const found = new Map<string, number>()
	for (const names of [further.map((list) => list.split(' ')), ...monthLanguages.map(monthNames)])
		for (const [index, ofMonth] of names.entries())
			for (const name of ofMonth)
				if (/^\p{L}{2,}$/u.test(name)) found.set(name, [index + 1, undefined].includes(found.get(name)) ? index + 1 : 0)
	return found
}
