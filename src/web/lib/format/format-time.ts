import { formatLocale } from './format.ts'
import { dateFormat, numberFormat, relativeFormat } from './intl-formats.ts'

type Time = string | number | Date

const own = formatLocale()

/** `09:41`. */
export const formatTime = (at: Time): string =>
	dateFormat(own, { hour: '2-digit', minute: '2-digit' }).format(new Date(at))

/** `21 Nov 2026`. */
export const formatDate = (at: Time): string =>
	dateFormat(own, { day: 'numeric', month: 'short', year: 'numeric' }).format(new Date(at))

/** `21 Nov 2026, 09:41`. */
export const formatDateTime = (at: Time): string => `${formatDate(at)}, ${formatTime(at)}`

/**
 * Lengths of a relative time:
 * - `sentence`: "5 minutes ago", "today, 09:14", "18 November"
 * - `label`: the same with a capital, on its own
 * - `day`: "today", "on 18 November"
 * - `row`: short enough for a list, "14 min", "5 h", "Yesterday", "Thu", "18 Nov"
 */
export type RelativeStyle = 'sentence' | 'label' | 'day' | 'row'

/** A time as its distance from now, or as its day when it is some days away. */
export function formatRelative(time: Time, style: RelativeStyle = 'sentence', now = new Date(), locale = own): string {
	const at = new Date(time)
	const minutes = Math.floor((now.getTime() - at.getTime()) / 60_000)
	const days = dayNumber(now) - dayNumber(at)
	if (style === 'row') return capitalize(rowText(at, minutes, days, now, locale))
	const isNear = days === 0 || days === 1
	const words = relativeFormat(locale, { numeric: 'auto' })
	if (style === 'day') return isNear ? words.format(-days, 'day') : `on ${dayText(at, now, locale, 'long')}`
	const text = sentenceText()
	return style === 'label' ? capitalize(text) : text

	function sentenceText(): string {
		// A time after now comes from a clock that is ahead of this one.
		if (minutes < 1) return 'just now'
		if (!isNear) return dayText(at, now, locale, 'long')
		if (minutes < 60) return words.format(-minutes, 'minute')
		return `${words.format(-days, 'day')}, ${dateFormat(locale, { hour: '2-digit', minute: '2-digit' }).format(at)}`
	}
}

function rowText(at: Date, minutes: number, days: number, now: Date, locale: string): string {
	const unit = (value: number, name: 'minute' | 'hour') =>
		numberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'short' }).format(value)
	if (minutes < 1) return 'just now'
	if (minutes < 60) return unit(minutes, 'minute')
	if (days === 0) return unit(Math.floor(minutes / 60), 'hour')
	if (days === 1) return relativeFormat(locale, { numeric: 'auto' }).format(-1, 'day')
	return days < 7 ? dateFormat(locale, { weekday: 'short' }).format(at) : dayText(at, now, locale, 'short')
}

/** A day, with the year unless it is the present one. */
function dayText(at: Date, now: Date, locale: string, month: 'short' | 'long'): string {
	const year = at.getFullYear() === now.getFullYear() ? undefined : 'numeric'
	return dateFormat(locale, { day: 'numeric', month, year }).format(at)
}

const dayNumber = (at: Date): number => Math.round(Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / 86_400_000)

const capitalize = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1)
