import { ownEnglish } from './own-english.ts'

const locale = ownEnglish()

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
export function formatMoment(at: string | Date): string {
	return `${formatDay(at)}, ${formatTime(at)}`
}

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
	['minute', 60],
	['hour', 3600],
	['day', 86_400],
	['week', 604_800],
]

/** How long ago, for lists: `Just now`, `14 min. ago`, `yesterday`; from four weeks on, the day. */
export function formatAgo(at: string | Date, now = Date.now()): string {
	const seconds = Math.round((now - new Date(at).getTime()) / 1000)
	if (seconds < 45) return 'Just now'
	if (seconds >= 4 * 604_800) return formatDay(at)
	const [unit, length] = steps.findLast(([, size]) => seconds >= size) ?? ['minute', 60]
	return relative.format(-Math.max(1, Math.floor(seconds / length)), unit)
}
