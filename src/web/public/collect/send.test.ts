import { expect, test } from 'vitest'
import { inWords, judge } from './send.ts'

test('every answer of submit has one meaning for the page', () => {
	const receipt_url = 'http://localhost/t/x'
	expect(judge(201, { receipt_url }, 0)).toEqual({ kind: 'sent', receiptUrl: receipt_url })
	expect(judge(422, { error: { code: 'invalid', fields: { body: 'x' } } }, 0)).toMatchObject({
		kind: 'invalid',
		fields: { body: 'x' },
	})
	expect(judge(422, { error: { code: 'idempotency_conflict' } }, 0).kind).toBe('conflict')
	expect(judge(413, {}, 0).kind).toBe('invalid')
	expect(judge(429, {}, 90)).toEqual({ kind: 'throttled', seconds: 90 })
	expect(judge(429, {}, Number.NaN)).toEqual({ kind: 'throttled', seconds: 60 })
	expect(judge(404, {}, 0).kind).toBe('closed')
	expect(judge(507, {}, 0).kind).toBe('full')
	expect(judge(403, {}, 0).kind).toBe('refused')
})

test('an answer that leaves open whether it arrived is unknown', () => {
	for (const status of [409, 500, 502, 503, 504]) expect(judge(status, {}, 0).kind).toBe('unknown')
	expect(judge(200, {}, 0).kind).not.toBe('sent')
})

test('waiting is said in the words of the language', () => {
	expect(inWords(45, 'en')).toBe('45 seconds')
	expect(inWords(1, 'de')).toBe('1 Sekunde')
	expect(inWords(600, 'fr')).toBe('10 minutes')
})
