import { ownEnglish } from './own-english.ts'

const dayNumber = (at: Date): number =>
	Math.round(Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / 86_400_000)

const unit = (value: number, name: 'minute' | 'hour', locale: string): string =>
	new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'short' }).format(value)

const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1)

/** How long ago, in as few letters as a list row has room for: "Just now", "14 min", "Yesterday", "Thu", "18 Nov". */
export const shortWhen = (iso: string, now = new Date(), locale = ownEnglish()): string => {
	const at = new Date(iso)
	const seconds = (now.getTime() - at.getTime()) / 1000
	const days = dayNumber(now) - dayNumber(at)
	if (seconds < 60) return 'Just now'
	if (seconds < 3600) return unit(Math.floor(seconds / 60), 'minute', locale)
	if (days === 0) return unit(Math.floor(seconds / 3600), 'hour', locale)
	if (days === 1)
		return capital(new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-1, 'day'))
	if (days < 7) return new Intl.DateTimeFormat(locale, { weekday: 'short' }).format(at)
	const sameYear = at.getFullYear() === now.getFullYear()
	return new Intl.DateTimeFormat(locale, {
		day: 'numeric',
		month: 'short',
		...(sameYear ? {} : { year: 'numeric' }),
	}).format(at)
}

/** For a history: "Today, 09:14", "Yesterday, 18:02", else the day. */
export const dayWhen = (iso: string, now = new Date(), locale = ownEnglish()): string =>
	dayAndTime(iso, now, locale, capital)

/** The same inside a sentence: "today, 09:14", and a month keeps its capital. */
export const dayWhenInside = (iso: string, now = new Date(), locale = ownEnglish()): string =>
	dayAndTime(iso, now, locale, (day) => day)

const dayAndTime = (
	iso: string,
	now: Date,
	locale: string,
	begin: (day: string) => string,
): string => {
	const at = new Date(iso)
	const days = dayNumber(now) - dayNumber(at)
	if (days > 1) {
		const sameYear = at.getFullYear() === now.getFullYear()
		return new Intl.DateTimeFormat(locale, {
			day: 'numeric',
			month: 'long',
			...(sameYear ? {} : { year: 'numeric' }),
		}).format(at)
	}
	const day = begin(new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-days, 'day'))
	const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' }).format(at)
	return `${day}, ${time}`
}
