import { expect, test } from 'vitest'
import { splitExcerpt } from './excerpt.ts'

test('the shown part is found by code points, and nothing is lost around it', () => {
	const body = '🙂 one two three'
	expect(splitExcerpt(body, { start: 2, end: 5 })).toEqual(['🙂 ', 'one', ' two three'])
	expect(splitExcerpt(body, null)).toEqual(['', body, ''])
})
