/** The interface speaks English; the reader's own English decides how dates and numbers look. */
const place = (): string => {
	const own = typeof navigator === 'undefined' ? 'en' : navigator.language
	return own.startsWith('en') ? own : 'en'
}

const dayNumber = (at: Date): number =>
	Math.round(Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / 86_400_000)

const unit = (value: number, name: 'minute' | 'hour', locale: string): string =>
	new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'short' }).format(value)

const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1)

/** How long ago, in as few letters as a list row has room for: "Just now", "14 min", "Yesterday", "Thu", "18 Nov". */
export const shortWhen = (iso: string, now = new Date(), locale = place()): string => {
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
export const dayWhen = (iso: string, now = new Date(), locale = place()): string => {
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
	const day = capital(new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-days, 'day'))
	const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' }).format(at)
	return `${day}, ${time}`
}

/** A length in seconds as 1:24. */
export const clock = (seconds: number): string => {
	const whole = Math.round(seconds)
	return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** A language by its English name, "Arabic"; the tag itself when it has none. */
export const languageName = (tag: string, locale = place()): string => {
	try {
		return new Intl.DisplayNames(locale, { type: 'language' }).of(tag) ?? tag
	} catch {
		return tag
	}
}

/** "one", "one and two", "one, two and three". */
export const listed = (parts: readonly string[], locale = place()): string =>
	new Intl.ListFormat(locale, { type: 'conjunction' }).format(parts)

/** A count with its noun: `counted(1, 'word')` is "1 word", `counted(2, 'word')` "2 words". */
export const counted = (count: number, one: string, many = `${one}s`, locale = place()): string =>
	`${new Intl.NumberFormat(locale).format(count)} ${count === 1 ? one : many}`
