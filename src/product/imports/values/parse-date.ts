import type { DateOrder } from '#shared/import/import-api.ts'

export type ParsedDate = { at: Date } | { problem: 'bad_date' | 'future_date' }

const day = 86_400_000
const numbers =
	/^(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})\.?(?:,?[ T]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*([AaPp]\.?[Mm]\.?)?)?(?:\s*(?:Uhr|UTC|GMT|Z))?$/
const iso = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?\s*(?:Z|UTC|[+-]\d{2}:?\d{2})?)?$/

/** The first three or four letters of months, without accents, in English, German, French and Spanish. */
const months: [RegExp, number][] = [
	[/^(jan|ene)/, 1],
	[/^(feb|fev)/, 2],
	[/^(mar|mae)/, 3],
	[/^(apr|avr|abr)/, 4],
	[/^(may|mai)/, 5],
	[/^(jun|juin)/, 6],
	[/^(jul|juil)/, 7],
	[/^(aug|aou|ago)/, 8],
	[/^(sep|set)/, 9],
	[/^(oct|okt)/, 10],
	[/^nov/, 11],
	[/^(dec|dez|dic)/, 12],
]

/**
 * A date as files have them: ISO 8601, numbers in the given order, names of months in four languages, Unix seconds or milliseconds.
 * A day without a time is noon in UTC, which is that day nearly everywhere; a time without a zone is in UTC.
 */
export function parseDate(text: string, order: DateOrder, now: number): ParsedDate {
	const at = read(text.trim(), order)
	if (at === undefined || Number.isNaN(at) || at < Date.UTC(1900, 0, 1)) return { problem: 'bad_date' }
	return at > now + day ? { problem: 'future_date' } : { at: new Date(at) }
}

function read(text: string, order: DateOrder): number | undefined {
	if (/^\d{9,10}(\.\d+)?$/.test(text)) return Number(text) * 1000
	if (/^\d{12,13}$/.test(text)) return Number(text)
	if (iso.test(text)) return readIso(text)
	const [, a = '', , b = '', c = '', ...time] = numbers.exec(text) ?? []
	if (a) {
		const [y, m, d] = a.length > 2 || order === 'ymd' ? [a, b, c] : order === 'mdy' ? [c, a, b] : [c, b, a]
		return toTime(fullYear(y), Number(m), Number(d), time)
	}
	return readWords(text)
}

function readIso(text: string): number | undefined {
	const [date = '', time = ''] = text.split(/[T ](.*)/s)
	const [y, m, d] = date.split('-').map(Number)
	const start = toTime(y ?? 0, m ?? 0, d ?? 0, [])
	if (start === undefined || time === '') return start
	const zone = /(Z|UTC|[+-]\d{2}:?\d{2})$/.exec(time)?.[1]
	const clock = zone ? time.slice(0, -zone.length).trim() : time
	const offset = zone && /\d/.test(zone) ? zone.replace(/^([+-]\d{2}):?(\d{2})$/, '$1:$2') : 'Z'
	return Date.parse(`${date}T${clock.replace(',', '.')}${offset}`)
}

/** `14 March 2025`, `March 14, 2025 at 10:15 AM`, `14. März 2025`, `14 de marzo de 2025`, with or without a weekday. */
function readWords(text: string): number | undefined {
	const plain = text
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.toLowerCase()
		.replace(/(\d)(st|nd|rd|th|er)\b/g, '$1')
	const [, hour, minute, second, half] = /(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([ap]\.?m)?/.exec(plain) ?? []
	const words = plain
		.replace(/(\d{1,2}):(\d{2}).*$/, '')
		.split(/[^\p{L}\d]+/u)
		.filter((word) => word !== '' && !['de', 'del', 'of', 'at', 'um', 'a', 'le', 'den', 'the'].includes(word))
	const named = words
		.filter((word) => /\p{L}/u.test(word))
		.flatMap((word) => months.find(([start]) => start.test(word))?.[1] ?? [])
	const [month] = named.slice(-1)
	const found = words.filter((word) => /^\d{1,4}$/.test(word))
	if (month === undefined || found.length !== 2) return undefined
	const [first = '', other = ''] = found
	const [y, d] = first.length === 4 ? [first, other] : [other, first]
	return y.length === 4 ? toTime(Number(y), month, Number(d), [hour, minute, second, half]) : undefined
}

const fullYear = (text: string): number => (text.length <= 2 ? 2000 + Number(text) : Number(text))

function toTime(
	y: number,
	m: number,
	d: number,
	[hour, minute, second, half]: (string | undefined)[],
): number | undefined {
	const date = new Date(Date.UTC(y, m - 1, d))
	// A day that a month does not have would become one of the next.
	if (y < 1000 || date.getUTCMonth() !== m - 1 || date.getUTCDate() !== d || date.getUTCFullYear() !== y)
		return undefined
	if (hour === undefined) return date.getTime() + day / 2
	const isAfternoon = half?.toLowerCase().startsWith('p')
	const hours = half ? (Number(hour) % 12) + (isAfternoon ? 12 : 0) : Number(hour)
	if (hours > 23 || Number(minute) > 59 || Number(second ?? 0) > 59) return undefined
	return Date.UTC(y, m - 1, d, hours, Number(minute), Number(second ?? 0))
}

/** Counts what the dates of a column say about their order. */
export function createOrderDetector() {
	const counts = { dmy: 0, mdy: 0, ymd: 0, dots: 0, slashes: 0 }
	return {
		note(text: string): void {
			const [, a = '', separator, b = ''] = numbers.exec(text.trim()) ?? []
			if (a === '') return
			if (a.length > 2) counts.ymd++
			else if (Number(a) > 12) counts.dmy++
			else if (Number(b) > 12) counts.mdy++
			else if (separator === '/') counts.slashes++
			else counts.dots++
		},
		/** @param isEnglish whether numbers between slashes begin with the month where nothing else tells */
		decide(isEnglish: boolean): { order: DateOrder; isCertain: boolean } {
			const { dmy, mdy, ymd, dots, slashes } = counts
			if (dmy > 0 || mdy > 0) return { order: dmy >= mdy ? 'dmy' : 'mdy', isCertain: dmy === 0 || mdy === 0 }
			if (slashes > 0) return { order: isEnglish ? 'mdy' : 'dmy', isCertain: false }
			return { order: ymd > 0 && dots === 0 ? 'ymd' : 'dmy', isCertain: true }
		},
	}
}
