import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isTimeZone, momentIn, zoneNamed, zoneOf } from './time-zones.ts'

const moment = (zone: string, clock: string) =>
	new Date(momentIn(zone, Date.parse(`${clock}Z`))).toISOString().slice(0, 16)

it('a time is read by the offset of its day', () => {
	expect(moment('Europe/Berlin', '2024-01-15T12:00')).toBe('2024-01-15T11:00')
	expect(moment('Europe/Berlin', '2024-07-15T12:00')).toBe('2024-07-15T10:00')
	expect(moment('Asia/Kolkata', '2024-07-15T12:00')).toBe('2024-07-15T06:30')
	expect(moment('Australia/Lord_Howe', '2024-01-15T12:00')).toBe('2024-01-15T01:00')
	expect(moment('America/St_Johns', '2024-01-15T12:00')).toBe('2024-01-15T15:30')
	expect(moment('Pacific/Kiritimati', '2024-01-15T12:00')).toBe('2024-01-14T22:00')
	expect(moment('UTC', '2024-01-15T12:00')).toBe('2024-01-15T12:00')
})

it('around a change of clocks no hour is lost', () => {
	// Skipped: 02:30 of 31 March; twice: 02:30 of 27 October.
	expect(moment('Europe/Berlin', '2024-03-31T01:59')).toBe('2024-03-31T00:59')
	expect(moment('Europe/Berlin', '2024-03-31T02:30')).toBe('2024-03-31T01:30')
	expect(moment('Europe/Berlin', '2024-03-31T03:00')).toBe('2024-03-31T01:00')
	expect(moment('Europe/Berlin', '2024-10-27T01:59')).toBe('2024-10-26T23:59')
	expect(moment('Europe/Berlin', '2024-10-27T02:30')).toBe('2024-10-27T00:30')
	expect(moment('Europe/Berlin', '2024-10-27T03:00')).toBe('2024-10-27T02:00')
	expect(moment('America/New_York', '2024-03-10T02:30')).toBe('2024-03-10T07:30')
	expect(moment('America/New_York', '2024-11-03T01:30')).toBe('2024-11-03T05:30')
})

it('the clock of a zone shows each moment that was read', () => {
	const zones = fc.constantFrom(
		'Europe/Berlin',
		'America/New_York',
		'Asia/Kathmandu',
		'Africa/Casablanca',
		'America/Sao_Paulo',
	)
	const clocks = fc.integer({ min: Date.UTC(1950, 0, 1) / 60_000, max: Date.UTC(2026, 0, 1) / 60_000 })
	fc.assert(
		fc.property(zones, clocks, (zone, minutes) => {
			const clock = minutes * 60_000
			const at = momentIn(zone, clock)
			const shown = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(
				at,
			)
			// An hour that clocks skip is shown later.
			expect([0, 3_600_000]).toContain(Date.parse(`${shown.replace(' ', 'T')}Z`) - clock)
		}),
	)
})

it('zones are known by abbreviations, offsets and names of IANA, and an ambiguous one is not', () => {
	const hour = 3_600_000
	expect(['utc', 'cet', 'cest', 'est', 'pdt', 'bst', 'jst', 'nst'].map(zoneNamed)).toEqual(
		[0, 1, 2, -5, -7, 1, 9, -3.5].map((hours) => hours * hour),
	)
	expect(zoneNamed('et')).toBe('America/New_York')
	expect(zoneNamed('europe/berlin')).toBe('europe/berlin')
	expect(['ist', 'xyz', '', 'europe/nowhere', '../etc', 'constructor'].map(zoneNamed)).toEqual(Array(6).fill(undefined))
	expect([zoneOf('+', '05', '30'), zoneOf('-', '8'), zoneOf('+', '15'), zoneOf('+', '1', '60')]).toEqual([
		5.5 * hour,
		-8 * hour,
		undefined,
		undefined,
	])
	expect(['Europe/Berlin', 'UTC', 'Nowhere', ''].map(isTimeZone)).toEqual([true, true, false, false])
})
