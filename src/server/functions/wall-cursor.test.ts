import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCursor, writeCursor } from './wall-cursor.ts'

describe('the cursor of a wall', () => {
	const place = {
		pinned: true,
		at: '2026-01-04 10:11:12.123456+00',
		id: '11111111-1111-4111-8111-111111111111',
	}
	it.each([
		{ offset: 50, fixed: 12 },
		{ offset: 0, after: place },
		{ offset: 9950, before: { ...place, pinned: false } },
	])('comes back as it was written: %j', (cursor) => {
		expect(readCursor(writeCursor(cursor))).toEqual(cursor)
	})
	it('reads nothing out of anything else', () => {
		fc.assert(
			fc.property(fc.string({ maxLength: 300 }), (text) => {
				const cursor = readCursor(text)
				if (cursor) expect(readCursor(writeCursor(cursor))).toEqual(cursor)
			}),
		)
		for (const parts of [
			'a|1|1|now|x',
			'f|-1|2',
			'f|1|1e9',
			'b|1|2|2026-01-04 10:11:12+00|x',
			'f|1|0; drop',
		])
			expect(readCursor(Buffer.from(parts).toString('base64url'))).toBeNull()
	})
})
