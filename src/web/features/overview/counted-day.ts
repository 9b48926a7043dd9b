import { formatLocale } from '#web/lib/format/format.ts'

const days = new Intl.DateTimeFormat(formatLocale(), { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** A day of the server's numbers, `2026-11-09`, as "9 Nov"; the reader's time zone does not move it. */
export const formatCountedDay = (day: string | undefined): string =>
	day === undefined ? '' : days.format(new Date(`${day}T00:00:00Z`))
