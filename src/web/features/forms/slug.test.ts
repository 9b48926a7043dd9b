import { describe, expect, it } from 'vitest'
import { slugify, slugShape } from './slug.ts'

describe('a slug', () => {
	it('is made of a name', () => {
		expect(slugify('Northlight Frames & Co.')).toBe('northlight-frames-co')
		expect(slugify('  Café Zürich — 2026 ')).toBe('cafe-zurich-2026')
		expect(slugify('إطارات')).toBe('')
	})

	it('has a shape', () => {
		expect(slugShape('northlight')).toBeNull()
		expect(slugShape('ab')).toMatch(/3/)
		expect(slugShape('a--b')).toMatch(/dashes/)
		expect(slugShape('-abc')).toMatch(/dashes/)
		expect(slugShape('x'.repeat(64))).toMatch(/63/)
	})
})
