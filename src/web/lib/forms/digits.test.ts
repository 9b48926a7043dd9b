import { expect, it } from 'vitest'
import { extractDigits } from './digits.ts'

it.each([
	['409 172', '409172'],
	['Your code is 409172.', '409172'],
	['４０９１７２', '409172'],
	['٤٠٩١٧٢', '409172'],
	['۴۰۹۱۷۲', '409172'],
	['no code', ''],
])('the digits of %j are %j', (text, digits) => {
	expect(extractDigits(text)).toBe(digits)
})
