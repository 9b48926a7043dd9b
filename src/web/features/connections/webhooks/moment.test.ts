import { expect, it } from 'vitest'
import { momentOf, readTime, spanOf } from './moment.ts'

it.each([
	['14:30', '14:30'],
	[' 9:05 ', '09:05'],
	['9.05', '09:05'],
	['7', '07:00'],
	['12:15 am', '00:15'],
	['12 PM', '12:00'],
	['2:30 p.m.', '14:30'],
])('the time %s is read as %s', (typed, time) => {
	expect(readTime(typed)).toBe(time)
})

it.each(['', '24:00', '9:60', '13 pm', '0 am', '9:5', 'noon', '1430000'])('the text “%s” is no time', (typed) => {
	expect(readTime(typed)).toBeNull()
})

it('a span has its last minute, and none ends before it begins', () => {
	const at = new Date(2026, 10, 18, 20, 5, 40)
	const minute = momentOf(at)
	expect(minute).toEqual({ day: '2026-11-18', time: '20:05' })
	const span = spanOf(minute, minute)
	expect(span?.from).toBe(new Date(2026, 10, 18, 20, 5).toISOString())
	expect(span?.to).toBe(new Date(2026, 10, 18, 20, 6).toISOString())
	expect(spanOf(minute, { ...minute, time: '20:04' })).toBeNull()
	expect(spanOf(minute, { day: '', time: '20:06' })).toBeNull()
	expect(spanOf(minute, { ...minute, time: 'later' })).toBeNull()
})
