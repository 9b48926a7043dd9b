import { expect, it } from 'vitest'
import { hasEtag } from './etag.ts'

it('ETags are compared weakly, in lists too', () => {
	expect(hasEtag('"a"', '"a"')).toBe(true)
	expect(hasEtag('W/"a", "b"', '"a"')).toBe(true)
	expect(hasEtag('*', '"a"')).toBe(true)
	expect(hasEtag('"ab"', '"a"')).toBe(false)
	expect(hasEtag(undefined, '"a"')).toBe(false)
})
