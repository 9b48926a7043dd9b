import { expect, test } from 'vitest'
import { randomUuid } from './random-uuid.ts'

test('a random UUID is of version 4 and variant 1, and uses every digit', () => {
	const made = Array.from({ length: 500 }, randomUuid)
	for (const uuid of made) expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
	expect(new Set(made).size).toBe(500)
	for (let at = 0; at < 36; at++)
		if (![8, 13, 14, 18, 23].includes(at))
			expect(new Set(made.map((one) => one[at])).size, `${at}`).toBe(at === 19 ? 4 : 16)
})
