import { dateLocale } from '#shared/date-locale.ts'

const formats = new Map<string, Intl.DateTimeFormat>()
const formattedDates = new Map<string, string>()

/** `2026-05-12T…` as `12 May 2026` in a language; the day is in UTC, the same for every reader. */
export function formatLongDate(iso: string, lang: string): string {
	const key = lang + iso.slice(0, 10)
	const known = formattedDates.get(key)
	if (known) return known
	const format = formats.get(lang) ?? new Intl.DateTimeFormat(dateLocale(lang), { dateStyle: 'long', timeZone: 'UTC' })
	formats.set(lang, format)
	const text = format.format(new Date(iso))
	if (formattedDates.size > 5000) formattedDates.clear()
	formattedDates.set(key, text)
	return text
}
