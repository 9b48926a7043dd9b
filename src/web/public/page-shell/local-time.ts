/**
 * A moment on the reader's own clock, in the page's language: "now", "5 minutes ago", "today, 09:41", else the date and time.
 * @param lang a language tag
 */
export function formatLocalTime(iso: string, lang: string, now = new Date()): string {
	const at = new Date(iso)
	const relative = new Intl.RelativeTimeFormat(lang, { numeric: 'auto' })
	const minutes = Math.floor((now.getTime() - at.getTime()) / 60_000)
	// The clock of this device may be a little behind the server's.
	if (minutes < 1 && minutes >= -5) return relative.format(0, 'second')
	if (minutes > 0 && minutes < 60) return relative.format(-minutes, 'minute')
	if (at.toDateString() === now.toDateString()) {
		const time = new Intl.DateTimeFormat(lang, { hour: '2-digit', minute: '2-digit' }).format(at)
		return `${relative.format(0, 'day')}, ${time}`
	}
	return new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeStyle: 'short' }).format(at)
}
