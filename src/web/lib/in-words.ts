import { ownEnglish } from './own-english.ts'

/** A length in seconds as 1:24. */
export const clock = (seconds: number): string => {
	const whole = Math.round(seconds)
	return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** A language by its English name, "Arabic"; the tag itself when it has none. */
export const languageName = (tag: string, locale = ownEnglish()): string => {
	try {
		return new Intl.DisplayNames(locale, { type: 'language' }).of(tag) ?? tag
	} catch {
		return tag
	}
}

/** "one", "one and two", "one, two and three". */
export const listed = (parts: readonly string[], locale = ownEnglish()): string =>
	new Intl.ListFormat(locale, { type: 'conjunction' }).format(parts)

/** A count with its noun: `counted(1, 'word')` is "1 word", `counted(2, 'word')` "2 words". */
export const counted = (
	count: number,
	one: string,
	many = `${one}s`,
	locale = ownEnglish(),
): string => `${new Intl.NumberFormat(locale).format(count)} ${count === 1 ? one : many}`
