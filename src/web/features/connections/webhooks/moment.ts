/** A minute as a person types it: a day as YYYY-MM-DD, and a time as HH:MM, in their own time zone. */
export type Moment = { day: string; time: string }

const pad = (value: number, length = 2) => String(value).padStart(length, '0')

/** The minute of a date. */
export const momentOf = (at: Date): Moment => ({
	day: `${pad(at.getFullYear(), 4)}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`,
	time: `${pad(at.getHours())}:${pad(at.getMinutes())}`,
})

/** A typed time of the day as HH:MM: 24 hours, or 12 with am or pm. Null while it is none. */
export function readTime(typed: string): string | null {
	const [, hours = '', minutes = '00', half] =
		/^(\d{1,2})(?:[:.](\d{2}))?(?:\s*([ap])\.?m\.?)?$/i.exec(typed.trim()) ?? []
	const hour = Number(hours)
	if (hours === '' || Number(minutes) > 59) return null
	if (!half) return hour > 23 ? null : `${pad(hour)}:${minutes}`
	if (hour < 1 || hour > 12) return null
	return `${pad((hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0))}:${minutes}`
}

/** The time at which a minute begins; null while its day or time is none. */
export function startOf({ day, time }: Moment): Date | null {
	const read = readTime(time)
	return day === '' || read === null ? null : new Date(`${day}T${read}`)
}

/** A span from the first minute to the last one, both included; null while it is none. */
export function spanOf(from: Moment, to: Moment): { from: string; to: string } | null {
	const [first, last] = [startOf(from), startOf(to)]
	if (!first || !last || first > last) return null
	return { from: first.toISOString(), to: new Date(last.getTime() + 60_000).toISOString() }
}
