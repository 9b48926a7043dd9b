import type { DateOrder } from '#shared/import/import-api.ts'
import { findDay } from './dates/calendar-day.ts'
import { cutTime } from './dates/clock-time.ts'
import { plainDate } from './dates/plain-date.ts'
import { readNumberDate, separateParts } from './dates/plain-number-date.ts'
import { momentIn } from './dates/time-zones.ts'

export { createOrderDetector } from './dates/date-order.ts'

/** `isDay`: without a time, so that `at` is noon in UTC, which is that day nearly everywhere. `hasZone`: the text itself names its zone. */
export type ParsedDate = { at: Date; isDay: boolean; hasZone: boolean } | { problem: 'bad_date' | 'future_date' }

/** The choices that a text itself does not tell: the zone of IANA of times that name none, and the moment of reading. */
export type DateRules = { order: DateOrder; zone: string; now: number }

type Reading = { at: number; isDay: boolean; hasZone: boolean }

const day = 86_400_000
const earliest = Date.UTC(1900, 0, 1)

/**
 * Reads a date as files have them: ISO 8601, RFC 2822, JavaScript's, numbers in the given order, names of months, serials of spreadsheets,
 * Unix times, or one date within a short phrase. A month without a day and "2 months ago" are no dates.
 */
export function parseDate(text: string, rules: DateRules): ParsedDate {
	const reading = read(text, rules)
	if (reading === undefined || !(reading.at >= earliest)) return { problem: 'bad_date' }
	return reading.at > rules.now + day ? { problem: 'future_date' } : { ...reading, at: new Date(reading.at) }
}

const empty = /^(?:[-–—.?]+|\\n|#?n\/?a!?|none|null|nil|nan|undefined|unknown|never|not set|0|0?1\/0\/1900)?$/i
/** Zeros, the earliest time of .NET, and the start of Unix time, which programs write where they know no date. */
const zero =
	/^(?:0000([-/.])00\1(?:00)|00?([-/.])00?\2(?:0000|00)|0001-01-01|0?1([./])0?1\3(?:0001|1)|1970-01-01(?=[t ]00:00))(?:[t ](?:00?|12):00(?::00(?:\.0+)?)?(?: ?[ap]m)?)? ?(?:z|utc|\+00:?00)?$/i

/** True for a text that stands for no date, such as `0000-00-00 00:00:00`. */
export function isNoDate(text: string): boolean {
	const value = text.slice(0, 60).trim()
	return text.length <= 60 ? empty.test(value) || zero.test(value) : text.trim() === ''
}

/** The writing of most programs, read without a closer look, which takes ten times as long. */
const usual = /^(\d{4})-(\d\d)-(\d\d)[T ]([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d{3})\d{0,6})?(?:Z| UTC|\+00:?00)$/

function readUsual(text: string): Reading | undefined {
	const [, year, month, date, hour, minute, second, fraction = 0] = usual.exec(text) ?? []
	if (year === undefined) return undefined
	const midnight = midnightOf({ year: Number(year), month: Number(month), day: Number(date) })
	if (midnight === undefined) return undefined
	const seconds = (Number(hour) * 60 + Number(minute)) * 60 + Number(second)
	return { at: midnight + seconds * 1000 + Number(fraction), isDay: false, hasZone: true }
}

function read(text: string, { order, zone, now }: DateRules): Reading | undefined {
	const usual = readUsual(text)
	if (usual) return usual
	const plain = plainDate(text)
	if (plain === undefined) return undefined
	const number = readNumberDate(plain)
	if (number?.is === 'moment') return { at: number.at, isDay: false, hasZone: true }
	if (number?.is === 'time') return { at: momentIn(zone, number.at), isDay: false, hasZone: false }
	if (number) return { at: number.at + day / 2, isDay: true, hasZone: false }
	const separated = separateParts(plain)
	const clock = cutTime(separated)
	if (clock === null) return undefined
	const found = findDay(clock?.rest ?? separated, order, now)
	const midnight = found && midnightOf(found)
	if (midnight === undefined) return undefined
	if (!clock) return { at: midnight + day / 2, isDay: true, hasZone: false }
	return { at: momentIn(clock.zone ?? zone, midnight + clock.time), isDay: false, hasZone: clock.zone !== undefined }
}

function midnightOf({ year, month, day }: { year: number; month: number; day: number }): number | undefined {
	const at = new Date(Date.UTC(year, month - 1, day))
	// A day that a month does not have would become one of the next.
	const exists = at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === day
	return exists && year >= 1000 ? at.getTime() : undefined
}
