/** Days are ISO texts (YYYY-MM-DD), so that no time zone shifts them. */

const dayMs = 86_400_000

const pad = (value: number, length = 2) => String(value).padStart(length, '0')

/** A day from its numbers, null for one that does not exist, such as 30 February. */
export const dayOf = (year: number, month: number, date: number): string | null => {
	const at = new Date(Date.UTC(year, month - 1, date))
	const exists = at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === date
	return exists && year >= 1000 ? `${pad(year, 4)}-${pad(month)}-${pad(date)}` : null
}

/** The day so many days later. */
export const addDays = (day: string, count: number): string =>
	new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10)

/** The same day so many months later, or the last one of a shorter month. */
export const addMonths = (day: string, count: number): string => {
	const [year = 1970, month = 1, date = 1] = day.split('-').map(Number)
	const last = new Date(Date.UTC(year, month + count, 0))
	return `${last.toISOString().slice(0, 8)}${pad(Math.min(date, last.getUTCDate()))}`
}

/** The day of the week, Monday as 1 to Sunday as 7. */
const weekdayOf = (day: string): number => new Date(Date.parse(day)).getUTCDay() || 7

/** The weeks of the month of a day, with the days of its neighbours that complete them. */
export const weeksOf = (day: string, firstWeekday: number): string[][] => {
	const first = `${day.slice(0, 8)}01`
	const start = addDays(first, -((weekdayOf(first) - firstWeekday + 7) % 7))
	const weeks = Array.from({ length: 6 }, (_, week) =>
		Array.from({ length: 7 }, (_, at) => addDays(start, week * 7 + at)),
	)
	return weeks.filter((week) => week.some((one) => one.slice(0, 7) === day.slice(0, 7)))
}

type Part = 'day' | 'month' | 'year'

/** A typed day: ISO, or numbers in the order of the reader's region. Null while it is none. */
export const readDay = (typed: string, locale: string): string | null => {
	const numbers = typed.trim().split(/[\s./-]+/)
	if (numbers.length !== 3 || numbers.some((one) => !/^\d{1,4}$/.test(one))) return null
	const parts = new Intl.DateTimeFormat(locale).formatToParts(0).map(({ type }) => type)
	const regional = parts.filter((type): type is Part => type === 'day' || type === 'month' || type === 'year')
	const order: Part[] = numbers[0]?.length === 4 ? ['year', 'month', 'day'] : regional
	const value = (part: Part) => numbers[order.indexOf(part)] ?? ''
	return value('year').length === 4 ? dayOf(Number(value('year')), Number(value('month')), Number(value('day'))) : null
}

/** Today in the reader's time zone. */
export const today = (): string => {
	const now = new Date()
	return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}

/** Where a key leads in a calendar; null for a key that leads nowhere. */
export const dayAfterKey = (key: string, day: string, firstWeekday: number): string | null => {
	const column = (weekdayOf(day) - firstWeekday + 7) % 7
	const days = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7, Home: -column, End: 6 - column }
	if (key === 'PageUp' || key === 'PageDown') return addMonths(day, key === 'PageUp' ? -1 : 1)
	return key in days ? addDays(day, days[key as keyof typeof days]) : null
}
