import { expect, it } from 'vitest'
import { addDays, addMonths, dayAfterKey, dayOf, readDay, weeksOf } from './calendar-days.ts'

it('a typed day is read as ISO or in the order of the region, and a day that does not exist is none', () => {
	expect(readDay('2026-03-09', 'en-US')).toBe('2026-03-09')
	expect(readDay(' 2026-3-9 ', 'en-GB')).toBe('2026-03-09')
	expect(readDay('3/9/2026', 'en-US')).toBe('2026-03-09')
	expect(readDay('9.3.2026', 'en-GB')).toBe('2026-03-09')
	expect(readDay('2024-02-29', 'en')).toBe('2024-02-29')
	for (const wrong of [
		'',
		'2026',
		'2026-03',
		'2026-02-29',
		'2026-13-01',
		'9.3.26',
		'x-y-z',
		'0000-01-01',
		'1-2-3-4',
		'🎉',
	])
		expect([wrong, readDay(wrong, 'en-GB')]).toEqual([wrong, null])
})

it('days and months are counted over the ends of months and years', () => {
	expect(addDays('2025-12-31', 1)).toBe('2026-01-01')
	expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
	expect(addMonths('2026-01-15', -1)).toBe('2025-12-15')
	expect(addMonths('2024-02-29', 12)).toBe('2025-02-28')
	expect(dayOf(2026, 4, 31)).toBeNull()
})

it('the weeks of a month are complete and begin with the first day of the region', () => {
	const weeks = weeksOf('2026-02-10', 1)
	expect(weeks[0]?.[0]).toBe('2026-01-26')
	expect(weeks.at(-1)?.at(-1)).toBe('2026-03-01')
	expect(weeksOf('2026-02-10', 7)).toHaveLength(4)
	expect(weeksOf('2026-02-10', 7)[0]?.[0]).toBe('2026-02-01')
})

it('keys lead by days, weeks and months, and to the ends of the week', () => {
	const after = (key: string) => dayAfterKey(key, '2026-02-11', 1)
	expect(['ArrowLeft', 'ArrowDown', 'Home', 'End', 'PageUp'].map(after)).toEqual([
		'2026-02-10',
		'2026-02-18',
		'2026-02-09',
		'2026-02-15',
		'2026-01-11',
	])
	expect(after('x')).toBeNull()
})
