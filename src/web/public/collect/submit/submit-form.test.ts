import { expect, test } from 'vitest'
import { formatWait, parseOutcome } from './submit-form.ts'

test('each response of submit has one outcome', () => {
	const receipt_url = 'http://localhost/t/x'
	expect(parseOutcome(201, { receipt_url }, 0)).toEqual({ kind: 'sent', receiptUrl: receipt_url })
	expect(parseOutcome(422, { error: { code: 'invalid', fields: { body: 'x' } } }, 0)).toMatchObject({
		kind: 'invalid',
		fields: { body: 'x' },
	})
	expect(parseOutcome(422, { error: { code: 'idempotency_conflict' } }, 0).kind).toBe('conflict')
	expect(parseOutcome(413, { error: { code: 'payload_too_large', fields: { photo: 'x' } } }, 0).kind).toBe('invalid')
	expect(parseOutcome(413, {}, 0).kind).toBe('siteLimit')
	expect(parseOutcome(429, {}, 90)).toEqual({ kind: 'throttled', seconds: 90 })
	expect(parseOutcome(429, {}, Number.NaN)).toEqual({ kind: 'throttled', seconds: 60 })
	expect(parseOutcome(404, {}, 0).kind).toBe('closed')
	expect(parseOutcome(507, {}, 0).kind).toBe('full')
	expect(parseOutcome(403, {}, 0).kind).toBe('refused')
})

test('a response that leaves the outcome open is unknown', () => {
	for (const status of [409, 500, 502, 503, 504]) expect(parseOutcome(status, {}, 0).kind).toBe('unknown')
	expect(parseOutcome(200, {}, 0).kind).toBe('unknown')
})

test('the waiting time is formatted in the language', () => {
	expect(formatWait(45, 'en')).toBe('45 seconds')
	expect(formatWait(1, 'de')).toBe('1 Sekunde')
	expect(formatWait(600, 'fr')).toBe('10 minutes')
})
