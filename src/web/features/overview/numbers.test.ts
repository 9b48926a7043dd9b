import { expect, it } from 'vitest'
import type { DailyNumbers } from '#shared/instance/daily-numbers.ts'
import { formsWithSends, lastDays, toSeries } from './numbers.ts'

const none = {
	form_id: null,
	wall_id: null,
	form_views: 0,
	starts: 0,
	sends: 0,
	approved: 0,
	wall_views: 0,
	embed_views: 0,
}
const rows: DailyNumbers[] = [
	{ ...none, day: '2026-11-20', form_id: 'a', sends: 4 },
	{ ...none, day: '2026-11-24', form_id: 'a', form_views: 5, sends: 1 },
	{ ...none, day: '2026-11-25', form_id: 'b', form_views: 2, sends: 2 },
	{ ...none, day: '2026-11-25', approved: 3 },
	{ ...none, day: '2026-11-25', wall_id: 'w', wall_views: 7, embed_views: 9 },
]
const days = lastDays(2, Date.parse('2026-11-25T23:30:00Z'))

it('days end with today in UTC, across months', () => {
	expect(days).toEqual(['2026-11-24', '2026-11-25'])
	expect(lastDays(3, Date.parse('2026-03-01T00:00:00Z'))).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
})

it('a day without rows counts zero, and earlier days are the time before', () => {
	const [, , sends, approved] = toSeries(rows, days, { kind: 'all' })
	expect(sends).toEqual({
		measure: 'sends',
		days: [
			{ day: '2026-11-24', count: 1 },
			{ day: '2026-11-25', count: 2 },
		],
		total: 3,
		before: 4,
	})
	expect(approved?.days.map(({ count }) => count)).toEqual([0, 3])
})

it('a form and a wall have their own measures and rows', () => {
	const ofForm = toSeries(rows, days, { kind: 'form', id: 'b' })
	expect(ofForm.map(({ measure, total }) => [measure, total])).toEqual([
		['form_views', 2],
		['starts', 0],
		['sends', 2],
		['approved', 0],
	])
	expect(toSeries(rows, days, { kind: 'wall', id: 'w' }).map(({ total }) => total)).toEqual([7, 9])
	expect(formsWithSends(rows, days)).toBe(2)
})
