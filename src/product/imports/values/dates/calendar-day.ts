import type { DateOrder } from '#shared/import/import-api.ts'
import { monthNamed } from './month-names.ts'

/** A day as it is written, with the century of a short year added. */
export type CalendarDay = { year: number; month: number; day: number }

/** Words of a sentence around a date, such as "Reviewed in the United States on March 5, 2024". */
const maxOtherWords = 9
const numeric = /(?<![\d./-])(\d{1,4}) ?([./-]) ?(\d{1,2}) ?\2 ?'?(\d{1,4})(?![\d/-])(?!\.\d)/g
/** Words between the parts of a date, and the ends of ordinals. */
const joining = new Set(
	'de del di do d m gada of the den der del st nd rd th er o a e eme ere го г r roku року p le el il em en in on um at kl'.split(
		' ',
	),
)
/** Words that move a date, or name another day than the written one. */
const moving = new Set(
	'ago before after until since till vor nach bis seit avant apres antes despues before bc'.split(' '),
)

/** The parts of a date of numbers, as they are written. */
export type NumericDay = { first: string; separator: string; middle: string; last: string; rest: string }

/** Finds the only date of numbers in a plain text. */
export function findNumericDay(text: string): NumericDay | undefined {
	const [match, second] = [...text.matchAll(numeric)]
	if (!match || second) return undefined
	const [whole, first = '', separator = '', middle = '', last = ''] = match
	const rest = `${text.slice(0, match.index)} ${text.slice(match.index + whole.length)}`
	return { first, separator, middle, last, rest }
}

/** Finds the only day in a plain text without times. Undefined for several, for one without a year, and for other numbers beside it. */
export function findDay(text: string, order: DateOrder, now: number): CalendarDay | undefined {
	const found = findNumericDay(text)
	if (found)
		return isAlone(found.rest, found.first.length <= 2 && found.last.length <= 2)
			? inOrder(found, order, now)
			: undefined
	return findNamed(text, now)
}

function inOrder({ first, middle, last }: NumericDay, order: DateOrder, now: number): CalendarDay | undefined {
	if (first.length > 2) return last.length > 2 ? undefined : toDay(first, middle, last, now)
	if (last.length > 2 || order !== 'ymd')
		return order === 'mdy' ? toDay(last, first, middle, now) : toDay(last, middle, first, now)
	return toDay(first, middle, last, now)
}

/** `14 March 2025`, `March 14th, 2025`, `2025 March 14`, `14 de marzo de 2025`, `05-Mar-24`. */
function findNamed(text: string, now: number): CalendarDay | undefined {
	const words = (text.match(/\p{L}+|\d+/gu) ?? []).filter((word) => !joining.has(word))
	const days = words.flatMap((_, at): { at: number; day: [string, string, string] }[] => {
		const [a = '', b = '', c = ''] = words.slice(at, at + 3)
		if (isDayNumber(a) && monthNamed(b) && isYear(c)) return [{ at, day: [c, b, a] }]
		if (monthNamed(a) && isDayNumber(b) && isYear(c)) return [{ at, day: [c, a, b] }]
		if (/^\d{4}$/.test(a) && isDayNumber(b) && monthNamed(c)) return [{ at, day: [a, c, b] }]
		if (/^\d{4}$/.test(a) && monthNamed(b) && isDayNumber(c)) return [{ at, day: [a, b, c] }]
		return []
	})
	// A weekday may look like a month: in "mar. 5 mars 2024" the month is the one between the numbers.
	const [found, second] = days.length > 1 ? days.filter(({ at }) => /^\d/.test(words[at] ?? '')) : days
	if (!found || second) return undefined
	const [year, month, day] = found.day
	if (!isAlone(words.toSpliced(found.at, 3).join(' '), year.length <= 2)) return undefined
	return toDay(year, String(monthNamed(month) ?? 0), day, now)
}

const isDayNumber = (word: string) => /^\d{1,2}$/.test(word)
const isYear = (word: string) => /^(?:\d{2}|\d{4})$/.test(word)

/** True when a text beside a date is a short phrase without other numbers. A date with a short year has at most a weekday and its article beside it. */
function isAlone(rest: string, isShort: boolean): boolean {
	if (/\d/.test(rest)) return false
	const words = (rest.match(/\p{L}+/gu) ?? []).filter((word) => !joining.has(word))
	return words.length <= (isShort ? 2 : maxOtherWords) && !words.some((word) => moving.has(word))
}

function toDay(year: string, month: string, day: string, now: number): CalendarDay | undefined {
	return year.length === 3 ? undefined : { year: fullYear(year, now), month: Number(month), day: Number(day) }
}

/** Years of two digits up to the next one are of this century. */
function fullYear(text: string, now: number): number {
	if (text.length > 2) return Number(text)
	const current = new Date(now).getUTCFullYear()
	const year = 2000 + Number(text)
	return year > current + 1 ? year - 100 : year
}
