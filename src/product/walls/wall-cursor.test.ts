import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCursorCodec, isCursor } from './wall-cursor.ts'

const cursors = createCursorCodec(Buffer.alloc(32, 1))

describe('the cursor of a wall', () => {
	const place = {
		pinned: true,
		at: '2026-01-04 10:11:12.123456+00',
		id: '11111111-1111-4111-8111-111111111111',
	}
	it.each([
		{ offset: 50, size: 50, fixed: 12 },
		{ offset: 0, size: 1, after: place },
		{ offset: 9950, size: 100, before: { ...place, pinned: false } },
	])('a wall cursor is read back as it was written: %j', (cursor) => {
		const text = cursors.write('a', cursor)
		expect(cursors.read('a', text)).toEqual(cursor)
		expect(isCursor(text)).toBe(true)
		expect(cursors.read('b', text)).toBeNull()
		expect(createCursorCodec(Buffer.alloc(32, 2)).read('a', text)).toBeNull()
		for (let at = 0; at < text.length; at++) {
			const other = text[at] === 'A' ? 'B' : 'A'
			const forged = text.slice(0, at) + other + text.slice(at + 1)
			expect(cursors.read('a', forged)).toBeNull()
		}
	})
	it('no other text is read as a wall cursor', () => {
		fc.assert(
			fc.property(fc.string({ maxLength: 300 }), (text) => {
				expect(cursors.read('a', text)).toBeNull()
			}),
		)
		for (const parts of ['a|1|1|1|now|x', 'f|-1|1|2', 'f|1|1|1e9', 'b|1|1|2|2026-01-04 10:11:12+00|x', 'f|1|1|0; drop'])
			expect(isCursor(Buffer.from(`twelve bytes${parts}`).toString('base64url'))).toBe(false)
	})
})
