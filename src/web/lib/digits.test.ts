import { expect, it } from 'vitest'
import { digitsOf } from './digits.ts'

it.each([
	['409 172', '409172'],
	['Your code is 409172.', '409172'],
	['４０９１７２', '409172'],
	['٤٠٩١٧٢', '409172'],
	['۴۰۹۱۷۲', '409172'],
	['no code', ''],
])('%j holds the digits %j', (text, digits) => {
	expect(digitsOf(text)).toBe(digits)
})
