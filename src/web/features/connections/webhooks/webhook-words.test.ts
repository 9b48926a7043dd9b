import { expect, it } from 'vitest'
import { answerText, kindOf, webhookTitle } from './webhook-words.ts'

const delivery = {
	id: '1',
	space_id: '1',
	webhook_id: '1',
	seq: 1,
	message_id: '1',
	event: 'testimonial.created',
	testimonial_id: null,
	subject_id: null,
	happened_at: '2026-11-30T12:00:00Z',
	attempt: 6,
	state: 'waiting',
	status: 503,
	answer: null,
	took_ms: 208,
	next_at: null,
	created_at: '2026-11-30T12:00:00Z',
	done_at: null,
} as const

it('an address shows the service that it belongs to', () => {
	expect(kindOf(' https://hooks.slack.com/services/T0/B0/x')).toBe('slack')
	expect(kindOf('https://discord.com/api/webhooks/1/x')).toBe('discord')
	expect(kindOf('https://prod-1.westeurope.logic.azure.com/workflows/x')).toBe('teams')
	expect(kindOf('https://chat.googleapis.com/v1/spaces/x/messages')).toBe('google_chat')
	expect(kindOf('https://hooks.slack.com.evil.example/')).toBe('standard')
	expect(kindOf('not an address')).toBe('standard')
})

it('the heading of a webhook is its state', () => {
	const webhook = {
		kind: 'standard',
		url: 'https://shop.example/hooks',
		is_active: true,
		paused_reason: null,
		last_delivered_at: null,
	} as const
	expect(webhookTitle(webhook, false)).toBe('shop.example waits for its first event')
	expect(webhookTitle({ ...webhook, last_delivered_at: delivery.created_at }, false)).toBe(
		'shop.example hears everything',
	)
	expect(webhookTitle(webhook, true)).toBe('shop.example does not answer, tries go on')
	const paused = { ...webhook, is_active: false } as const
	expect(webhookTitle({ ...paused, paused_reason: 'failed' }, false)).toBe('Paused: shop.example does not answer')
	expect(webhookTitle({ ...paused, paused_reason: 'key_ended' }, false)).toBe('Ended with the key that made it')
	expect(webhookTitle(paused, false)).toBe('shop.example is stopped')
})

it('an answer says its status, its time and the number of the try', () => {
	expect(answerText(delivery)).toBe('503 after 208 ms, try 6 of 9')
	expect(answerText({ ...delivery, status: null, took_ms: null, attempt: 9, state: 'failed' })).toBe(
		'No answer, try 9 of 9',
	)
	expect(answerText({ ...delivery, status: 200, attempt: 1, state: 'delivered' })).toBe('200 after 208 ms')
})
