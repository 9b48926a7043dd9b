import { formatBytes } from '#shared/format-bytes.ts'
import { displayNames, hourCycleOf, listFormat, numberFormat } from './intl-formats.ts'

const locale = formatLocale()

/** `1,234`. */
export function formatNumber(value: number): string {
	return numberFormat(locale, {}).format(value)
}

/** A share from 0 to 1 as `17%`. */
export function formatPercent(share: number, digits = 0): string {
	return numberFormat(locale, { style: 'percent', maximumFractionDigits: digits }).format(share)
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

/** `4.1 MB` with the reader's decimal sign and a space that does not break. */
export const formatSize = (bytes: number): string => formatBytes(bytes, locale).replace(' ', '\u00a0')

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
