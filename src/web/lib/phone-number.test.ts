import { describe, expect, it } from 'vitest'
import { phoneNumber, phoneProblem } from './phone-number.ts'

describe('phone numbers', () => {
	it.each([
		['+49 151 1234-5678', '+4915112345678'],
		['0049 (151) 12345678', '+4915112345678'],
		['＋４４ ２０ ７９４６ ００１８', '+442079460018'],
	])('%s is sent as %s', (typed, sent) => {
		expect(phoneNumber(typed)).toBe(sent)
		expect(phoneProblem(typed)).toBeUndefined()
	})
	it.each(['0151 12345678', '+0151123', '+12', 'call me', '+1234567890123456'])(
		'%s is not one',
		(typed) => {
			expect(phoneNumber(typed)).toBeUndefined()
			expect(phoneProblem(typed)).toMatch(/\+/)
		},
	)
})
