import { dateFormat, displayNames, hourCycleOf, listFormat, numberFormat, relativeFormat } from './intl-formats.ts'

const locale = formatLocale()

const numbers = new Intl.NumberFormat(locale)
const days = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric' })
const shortDays = new Intl.DateTimeFormat(locale, {
	day: 'numeric',
	month: 'short',
	year: 'numeric',
})
const times = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' })
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' })

/** `1,234`. */
export function formatNumber(value: number): string {
	return numbers.format(value)
}

/** A share from 0 to 1 as `17%`. */
export function formatPercent(share: number, digits = 0): string {
	return numberFormat(locale, { style: 'percent', maximumFractionDigits: digits }).format(share)
}

/** `21 November 2026`. */
export function formatDay(at: string | Date): string {
	return days.format(new Date(at))
}

/** `21 Nov 2026`. */
export function formatShortDay(at: string | Date): string {
	return shortDays.format(new Date(at))
}

/** `09:41`. */
export function formatTime(at: string | Date): string {
	return times.format(new Date(at))
}

/** `21 November 2026, 09:41`. */
export function formatDateTime(at: string | Date): string {
	return `${formatDay(at)}, ${formatTime(at)}`
}

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
	['minute', 60],
	['hour', 3600],
	['day', 86_400],
	['week', 604_800],
]

/** How long ago, for lists: `Just now`, `14 min. ago`, `yesterday`; from four weeks on, the day. */
export function formatTimeAgo(at: string | Date, now = Date.now()): string {
	const seconds = Math.round((now - new Date(at).getTime()) / 1000)
	if (seconds < 45) return 'Just now'
	if (seconds >= 4 * 604_800) return formatDay(at)
	const [unit, length] = steps.findLast(([, size]) => seconds >= size) ?? ['minute', 60]
	return relative.format(-Math.max(1, Math.floor(seconds / length)), unit)
}

/**
 * The interface is in English; the reader's regional English decides the format of dates, numbers and lists. Other readers keep
 * the clock of their own region, of 12 or 24 hours.
 */
export function formatLocale(own = typeof navigator === 'undefined' ? 'en' : navigator.language): string {
	try {
		const hourCycle = hourCycleOf(own, { hour: 'numeric' })
		if (own.startsWith('en')) return own
		return hourCycle ? `en-u-hc-${hourCycle}` : 'en'
	} catch {
		// Browsers of systems without a language name it `C` or `en-US@posix`.
		return 'en'
	}
}

/** A size as it is downloaded: `812 kB`, `2.1 MB`. */
export const formatBytes = (bytes: number, locale = formatLocale()): string => {
	const [unit, size] = bytes < 1_000_000 ? (['kilobyte', 1000] as const) : (['megabyte', 1_000_000] as const)
	const format = {
		style: 'unit',
		unit,
		unitDisplay: 'short',
		maximumFractionDigits: unit === 'megabyte' ? 1 : 0,
	} as const
	return numberFormat(locale, format).format(Math.max(bytes, 1000) / size)
}

/** A duration in seconds as 1:24. */
export const formatDuration = (seconds: number): string => {
	const whole = Math.round(seconds)
	return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** The English name of a language, "Arabic"; the tag itself when it has none. */
export const languageName = (tag: string, locale = formatLocale()): string => {
	try {
		return displayNames(locale, { type: 'language' }).of(tag) ?? tag
	} catch {
		return tag
	}
}

/** "one", "one and two", "one, two and three". */
export const formatList = (parts: readonly string[], locale = formatLocale()): string =>
	listFormat(locale, { type: 'conjunction' }).format(parts)

/** A count with its noun: `formatCount(1, 'word')` is "1 word", `formatCount(2, 'word')` "2 words". */
export const formatCount = (count: number, one: string, many = `${one}s`, locale = formatLocale()): string =>
	`${numberFormat(locale, {}).format(count)} ${count === 1 ? one : many}`

const dayNumber = (at: Date): number => Math.round(Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / 86_400_000)

const formatUnit = (value: number, name: 'minute' | 'hour', locale: string): string =>
	numberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'short' }).format(value)

/** A day, with the year unless it is the present one. */
const formatDayOf = (at: Date, now: Date, locale: string, month: 'short' | 'long'): string => {
	const year = at.getFullYear() === now.getFullYear() ? undefined : 'numeric'
	return dateFormat(locale, { day: 'numeric', month, year }).format(at)
}

const capitalize = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1)

/** How long ago, short enough for a list row: "Just now", "14 min", "Yesterday", "Thu", "18 Nov". */
export const formatShortRelative = (iso: string, now = new Date(), locale = formatLocale()): string => {
	const at = new Date(iso)
	const seconds = (now.getTime() - at.getTime()) / 1000
	const days = dayNumber(now) - dayNumber(at)
	if (seconds < 60) return 'Just now'
	if (seconds < 3600) return formatUnit(Math.floor(seconds / 60), 'minute', locale)
	if (days === 0) return formatUnit(Math.floor(seconds / 3600), 'hour', locale)
	if (days === 1) return capitalize(relativeFormat(locale, { numeric: 'auto' }).format(-1, 'day'))
	if (days < 7) return dateFormat(locale, { weekday: 'short' }).format(at)
	return formatDayOf(at, now, locale, 'short')
}

/** A time in a history: "Just now", "5 minutes ago", "Today, 09:14", "Yesterday, 18:02", else the day. */
export const formatRelativeDay = (iso: string, now = new Date(), locale = formatLocale()): string =>
	formatDayAndTime(iso, now, locale, capitalize)

/** The same inside a sentence: "today, 09:14", and a month keeps its capital. */
export const formatRelativeDayInline = (iso: string, now = new Date(), locale = formatLocale()): string =>
	formatDayAndTime(iso, now, locale, (day) => day)

/** A day inside a sentence: "today", "yesterday", "on 3 November". */
export const formatOnDay = (iso: string, now = new Date(), locale = formatLocale()): string => {
	const at = new Date(iso)
	const days = dayNumber(now) - dayNumber(at)
	if (days === 0 || days === 1) return relativeFormat(locale, { numeric: 'auto' }).format(-days, 'day')
	return `on ${formatDayOf(at, now, locale, 'long')}`
}

const formatDayAndTime = (iso: string, now: Date, locale: string, begin: (day: string) => string): string => {
	const at = new Date(iso)
	const minutes = Math.floor((now.getTime() - at.getTime()) / 60_000)
	// A time after now comes from a clock that is ahead of this one.
	if (minutes < 1) return begin('just now')
	const days = dayNumber(now) - dayNumber(at)
	if (days > 1) return formatDayOf(at, now, locale, 'long')
	const relativeTime = relativeFormat(locale, { numeric: 'auto' })
	if (minutes < 60) return relativeTime.format(-minutes, 'minute')
	const time = dateFormat(locale, { hour: '2-digit', minute: '2-digit' }).format(at)
	return `${begin(relativeTime.format(-days, 'day'))}, ${time}`
}
