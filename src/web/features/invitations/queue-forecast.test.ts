import { expect, it } from 'vitest'
import type { InvitationProgress } from '#shared/mail/invitation-api.ts'
import { queueForecast, sendableNow } from './queue-forecast.ts'

const progress = (part: Partial<InvitationProgress> & { queued?: number }): InvitationProgress => ({
	states: { queued: part.queued ?? 0 },
	sent_this_hour: 0,
	sent_today: 0,
	hourly: null,
	daily: null,
	next_at: null,
	put_off: 0,
	...part,
})
const now = new Date('2026-11-23T10:20:00Z')
const time = (iso: string) =>
	new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' }).format(new Date(iso))

it('an empty queue says nothing', () => {
	expect(queueForecast(progress({ hourly: 500 }), now)).toBe('')
})

it('a queue that fits into this hour goes out within minutes', () => {
	expect(queueForecast(progress({ queued: 2 }), now)).toBe('2 invitations wait and will go out within minutes.')
	expect(queueForecast(progress({ queued: 1, hourly: 500, sent_this_hour: 499 }), now)).toContain(
		'1 invitation waits and',
	)
})

it('a longer queue names the limit and the hour in which its last mail goes out', () => {
	expect(queueForecast(progress({ queued: 1200, hourly: 500, sent_this_hour: 100 }), now)).toBe(
		`1,200 invitations wait. This server sends 500 an hour; the rest goes out until about ${time('2026-11-23T12:00:00Z')}.`,
	)
})

it('a queue beyond the limit of a day goes on at midnight UTC', () => {
	const text = queueForecast(
		progress({ queued: 900, hourly: 500, daily: 600, sent_today: 100, sent_this_hour: 0 }),
		now,
	)
	expect(text).toContain('500 an hour and 600 a day')
	expect(text).toContain('tomorrow')
})

it('nothing can go out while a limit is used up', () => {
	expect(sendableNow(progress({ hourly: 5, sent_this_hour: 7 }))).toBe(0)
	expect(sendableNow(progress({ hourly: 5, daily: 8, sent_this_hour: 1, sent_today: 6 }))).toBe(2)
})

it('a queue of several days names the day on which its last mail goes out', () => {
	expect(queueForecast(progress({ queued: 19_000, hourly: 500, daily: 5000 }), now)).toMatch(
		/the rest goes out until about \D*26 Nov|the rest goes out until about \D*Nov 26/,
	)
})

it('mails that could not be handed to the mail server are told, without a time that it may not keep', () => {
	expect(queueForecast(progress({ queued: 50, put_off: 8, hourly: 500 }), now)).toBe(
		'50 invitations wait. 8 could not be handed to the mail server yet; each is tried again by itself, for two days.',
	)
	expect(queueForecast(progress({ queued: 1, put_off: 1 }), now)).toBe(
		'1 invitation waits. It could not be handed to the mail server yet; it is tried again by itself, for two days.',
	)
})
