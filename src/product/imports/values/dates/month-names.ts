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

/** All names of a month, 1 to 12, in a language: whole and short, alone and behind a day. */
export function monthNames(language: string, month: number): string[] {
	const at = Date.UTC(2024, month - 1, 15)
	return (['long', 'short'] as const).flatMap((length) => {
		const options = { month: length, timeZone: 'UTC' } as const
		const alone = new Intl.DateTimeFormat(language, options).format(at)
		const parts = new Intl.DateTimeFormat(language, { ...options, day: 'numeric' }).formatToParts(at)
		return [alone, parts.find(({ type }) => type === 'month')?.value ?? alone].map(plainMonth)
	})
}

let months: Map<string, number> | undefined

/** The number of a month, 1 to 12, by its plain name. A name of two different months is none. */
export function monthNamed(name: string): number | undefined {
	months ??= readMonths()
	return months.get(name) || undefined
}

function readMonths(): Map<string, number> {
	const found = new Map<string, number>()
	for (const language of monthLanguages)
		for (let month = 1; month <= 12; month++)
			for (const name of [...monthNames(language, month), ...(further[month - 1] ?? '').split(' ')])
				if (/^\p{L}{2,}$/u.test(name)) found.set(name, [month, undefined].includes(found.get(name)) ? month : 0)
	return found
}
