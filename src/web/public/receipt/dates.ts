const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const moment = new Intl.DateTimeFormat('en-GB', {
	dateStyle: 'long',
	timeStyle: 'short',
	timeZone: 'UTC',
})

/** `14 November 2026`, in UTC: the server does not know where the reader is. */
export function formatDay(iso: string): string {
	return day.format(new Date(iso))
}

/** `14 November 2026 at 09:41 UTC`. */
export function formatMoment(iso: string): string {
	return `${moment.format(new Date(iso))} UTC`
}
