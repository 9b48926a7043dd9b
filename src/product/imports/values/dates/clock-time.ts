import { type Zone, zoneNamed, zoneOf } from './time-zones.ts'

/** A time of day with its zone, cut out of a text. */
export type ClockTime = {
	/** Milliseconds since midnight. */
	time: number
	zone: Zone | undefined
	/** The text before it and behind its zone. */
	rest: string
}

const patterns = [
	// 14:05, 14:05:07.123456789, 14:05:07,123
	/(?<![\d:])(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?![\d:])/,
	// 14h05, 14 h 05 min 07 s
	/(?<![\d.,:])(\d{1,2}) ?h ?(\d{2})(?: ?min ?(\d{2}) ?s)?(?![\d\p{L}])/u,
	// kl. 14.05, klo 14.05.07, alle 14.05, um 14.05
	/(?<=\b(?:kl|klo|alle|ore|um|at)\.? )(\d{1,2})\.(\d{2})(?:\.(\d{2}))?(?![\d.])/,
	// 14.05 Uhr, 2.05 pm, 02.05.07.123000 pm
	/(?<![\d.,:])(\d{1,2})\.(\d{2})(?:\.(\d{2})(?:\.(\d{1,9}))?)?(?= ?(?:uhr|[ap]\.? ?m)\b)/,
	// 5.3.2024 14.05.07, as Danes write
	/(?<=(?:\d{4}|[-/]\d{1,2}),? )(\d{1,2})\.(\d{2})(?:\.(\d{2}))?$/,
	// 14 Uhr, 2 pm
	/(?<![\d.,:])(\d{1,2})(?= ?(?:uhr|[ap]\.? ?m)\b)/,
]
const morning = /(?:上午|午前|오전|凌晨|早上) ?$/
const afternoon = /(?:下午|午後|오후|晚上|傍晚) ?$/
const meridiem = /^(?: ?([ap])\.? ?m\b\.?|([ap])\b| ?([πμ])\.? ?μ(?!\p{L})\.?)/u
const unit = /^ ?(?:uhr|hrs?|h|o'clock)\b\.?/
const offset = /^ ?[[(]?(?:utc|gmt)? ?([+-])(\d{1,2})(?::?(\d{2}))?(?::?\d{2})?[\])]?(?= ?(?:$|[[(]|\p{L}|\d{4}$))/u
const named = /^ ?[[(]?([a-zа-я]+(?:[/_-][a-z_]+)*)[\])]?/
/** Words between a time and a date, which are no zones. */
const joining = /^,? ?(?:on|at|am|den|the|le|el|il|op|em|w|v|в|г)(?!\p{L})/u

/**
 * Cuts the first time of day out of a plain text; undefined where there is none, null where it is no time that a clock shows, or where an
 * unknown zone follows.
 */
export function cutTime(text: string): ClockTime | undefined | null {
	for (const pattern of patterns) {
		const match = pattern.exec(text)
		if (!match) continue
		const [whole, hour = '', minute = '0', second = '0', fraction = ''] = match
		let before = text.slice(0, match.index)
		let after = text.slice(match.index + whole.length)
		const [found, latin, short, greek] = meridiem.exec(after) ?? ['']
		after = after.slice(found.length)
		const isAfternoon = afternoon.test(before) || latin === 'p' || short === 'p' || greek === 'μ'
		const hasHalf = isAfternoon || morning.test(before) || found !== ''
		before = before.replace(morning, '').replace(afternoon, '')
		const time = millisecondsOf(Number(hour), Number(minute), Number(second), hasHalf ? { isAfternoon } : undefined)
		if (time === undefined) return null
		const zoned = cutZone(after.replace(unit, ''))
		if (!zoned) return null
		const milliseconds = Math.floor(Number(`0.${fraction || 0}`) * 1000)
		return { time: time + milliseconds, zone: zoned.zone, rest: `${before} ${zoned.rest}` }
	}
	return undefined
}

function millisecondsOf(
	hour: number,
	minute: number,
	second: number,
	half?: { isAfternoon: boolean },
): number | undefined {
	if (minute > 59 || second > 60 || hour > 24 || (hour === 24 && minute + second > 0)) return undefined
	// Some programs write 14:05 PM; 14:05 AM contradicts itself.
	if (half && hour > 12 && !half.isAfternoon) return undefined
	const hours = half && hour <= 12 ? (hour % 12) + (half.isAfternoon ? 12 : 0) : hour
	// A leap second counts as the one before it.
	return ((hours * 60 + minute) * 60 + Math.min(second, 59)) * 1000
}

function cutZone(after: string): { zone: Zone | undefined; rest: string } | undefined {
	const [shift, sign = '+', hours = '', minutes] = offset.exec(after) ?? ['']
	if (shift) {
		const zone = zoneOf(sign, hours, minutes)
		// The name of the zone behind an offset says nothing more.
		return zone === undefined ? undefined : { zone, rest: after.slice(shift.length).replace(/^ ?[[(][^\])]*[\])]/, '') }
	}
	const [written, name = ''] = joining.test(after) ? ['', ''] : (named.exec(after) ?? ['', ''])
	const zone = zoneNamed(name)
	if (zone !== undefined) return { zone, rest: after.slice(written.length).replace(/^ ?\([^)]*\)/, '') }
	// The last word behind a time may be a zone that is not known, which would give another moment.
	return name !== '' && /^[\]),. ]*(?:\d{4})?$/.test(after.slice(written.length))
		? undefined
		: { zone: undefined, rest: after }
}
