const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Hours by which zones are ahead of UTC. IST is missing, as India, Ireland and Israel share it. */
const abbreviations = new Map<string, number>(
	Object.entries({
		...{ z: 0, ut: 0, utc: 0, gmt: 0, wet: 0, west: 1, bst: 1, cet: 1, cest: 2, mez: 1, mesz: 2, met: 1, mest: 2 },
		...{
			eet: 2,
			eest: 3,
			oez: 2,
			oesz: 3,
			msk: 3,
			мск: 3,
			trt: 3,
			hnec: 1,
			heec: 2,
			sast: 2,
			cat: 2,
			eat: 3,
			wat: 1,
			idt: 3,
		},
		...{ est: -5, edt: -4, cst: -6, cdt: -5, mst: -7, mdt: -6, pst: -8, pdt: -7, akst: -9, akdt: -8, hst: -10 },
		...{ ast: -4, adt: -3, nst: -3.5, ndt: -2.5, brt: -3, brst: -2, pkt: 5, wib: 7, ict: 7, pht: 8, hkt: 8, sgt: 8 },
		...{ jst: 9, kst: 9, awst: 8, acst: 9.5, acdt: 10.5, aest: 10, aedt: 11, nzst: 12, nzdt: 13 },
	}),
)
/** Zones that are written without their season. */
const seasonless = new Map([
	['et', 'America/New_York'],
	['ct', 'America/Chicago'],
	['mt', 'America/Denver'],
	['pt', 'America/Los_Angeles'],
])

/** A zone as an offset from UTC in milliseconds, or as a name of IANA. */
export type Zone = number | string

/** Finds a zone by its abbreviation or its name, in small letters. */
export function zoneNamed(name: string): Zone | undefined {
	const hours = abbreviations.get(name)
	if (hours !== undefined) return hours * hour
	const zone = seasonless.get(name)
	if (zone !== undefined) return zone
	return name.includes('/') && isTimeZone(name) ? name : undefined
}

/** An offset such as `+0530`, `+05:30`, `-8`. */
export function zoneOf(sign: string, hours: string, minutes = '0'): Zone | undefined {
	if (Number(hours) > 14 || Number(minutes) > 59) return undefined
	return (sign === '-' ? -1 : 1) * (Number(hours) * hour + Number(minutes) * minute)
}

/** True for a name of a zone that this system knows. */
export function isTimeZone(name: string): boolean {
	try {
		formatOf(name)
		return true
	} catch {
		return false
	}
}

/**
 * The moment at which clocks of a zone show a time, given as if it were UTC. Of an hour that comes twice the first is taken; a time that
 * is skipped is as far behind the change as clocks that were not put forward say.
 */
export function momentIn(zone: Zone, clock: number): number {
	if (typeof zone === 'number') return clock - zone
	if (zone === 'UTC') return clock
	const constant = offsetOfDay(zone, Math.floor(clock / day))
	if (constant !== undefined) return clock - constant
	const before = offsetAt(zone, clock - day)
	const after = offsetAt(zone, clock + day)
	const isBefore = offsetAt(zone, clock - before) === before
	const isAfter = offsetAt(zone, clock - after) === after
	return isAfter && !isBefore ? clock - after : clock - before
}

/** Offsets of days, as most rows of a file are of the same few. */
const offsets = new Map<string, number | undefined>()
const maxOffsets = 20_000

/** The offset of a zone on a day since 1970 and on the days around it; undefined around a change of clocks. */
function offsetOfDay(zone: string, date: number): number | undefined {
	const key = `${zone} ${date}`
	if (offsets.has(key)) return offsets.get(key)
	const before = offsetAt(zone, (date - 1) * day)
	const offset = before === offsetAt(zone, (date + 2) * day) ? before : undefined
	if (offsets.size >= maxOffsets) offsets.clear()
	offsets.set(key, offset)
	return offset
}

/** Formats of zones that were asked for, which take long to make. */
const formats = new Map<string, Intl.DateTimeFormat>()
const maxFormats = 50

function formatOf(zone: string): Intl.DateTimeFormat {
	const known = formats.get(zone)
	if (known) return known
	const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
	if (formats.size >= maxFormats) formats.clear()
	formats.set(zone, format)
	return format
}

function offsetAt(zone: string, at: number): number {
	const [, sign = '+', hours = '0', minutes = '0', seconds = '0'] =
		/GMT([+-])(\d+):(\d+)(?::(\d+))?/.exec(formatOf(zone).format(at)) ?? []
	const offset = Number(hours) * hour + Number(minutes) * minute + Number(seconds) * second
	return sign === '-' ? -offset : offset
}
