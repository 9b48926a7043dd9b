import { describe, expect, it } from 'vitest'
import { parsePhoneNumber, phoneNumberError } from './phone-number.ts'

describe('phone numbers', () => {
	it.each([
		['+49 151 1234-5678', '+4915112345678'],
		['0049 (151) 12345678', '+4915112345678'],
		['＋４４ ２０ ７９４６ ００１８', '+442079460018'],
	])('the number %j becomes %j', (typed, sent) => {
		expect(parsePhoneNumber(typed)).toBe(sent)
		expect(phoneNumberError(typed)).toBeUndefined()
	})
	it.each(['0151 12345678', '+0151123', '+12', 'call me', '+1234567890123456'])(
		'the number %j has no valid international form',
		(typed) => {
			expect(parsePhoneNumber(typed)).toBeUndefined()
			expect(phoneNumberError(typed)).toMatch(/\+/)
		},
	)
})
