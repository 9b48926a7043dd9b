import { describe, expect, it } from 'vitest'
import { splitExcerpt } from '#shared/wall/split-excerpt.ts'
import { countWords, moveEdge, segmentWords, snapToWords, toCodePointOffset } from './excerpt.ts'

const text = 'Two weeks late. The frame is lovely, truly.'

describe('excerpts', () => {
	it('an excerpt is counted in code points, so an emoji is one', () => {
		const words = '👍🏽 great'
		expect(toCodePointOffset(words, words.indexOf('great'))).toBe(3)
	})

	it('the text is split into three parts that join to the original', () => {
		const parts = splitExcerpt(text, { start: 16, end: 43 })
		expect(parts).toEqual({
			before: 'Two weeks late. ',
			shown: 'The frame is lovely, truly.',
			after: '',
		})
	})

	it('the whole text is shown without an excerpt', () => {
		expect(splitExcerpt(text, null)).toEqual({ before: '', shown: text, after: '' })
	})

	it('a selection grows to whole words with their punctuation', () => {
		const found = snapToWords(text, 22, 34)
		expect(found && splitExcerpt(text, found).shown).toBe('frame is lovely,')
	})

	it('selecting everything or nothing removes the excerpt', () => {
		expect(snapToWords(text, 0, 43)).toBeNull()
		expect(snapToWords(text, 5, 5)).not.toEqual({ start: 5, end: 5 })
		expect(snapToWords('   ', 0, 3)).toBeNull()
	})

	it('an edge moves by words and leaves at least one', () => {
		const start = { start: 16, end: 25 }
		expect(splitExcerpt(text, start).shown).toBe('The frame')
		expect(splitExcerpt(text, moveEdge(text, start, 'end', 1)).shown).toBe('The frame is')
		expect(splitExcerpt(text, moveEdge(text, start, 'start', -1)).shown).toBe('late. The frame')
		const one = moveEdge(text, start, 'end', -1)
		expect(splitExcerpt(text, one).shown).toBe('The')
		expect(moveEdge(text, one, 'end', -1)).toEqual(one)
		expect(moveEdge(text, one, 'start', 1)).toEqual(one)
	})

	it('an edge stops at the ends of the text', () => {
		const last = { start: 37, end: 43 }
		expect(splitExcerpt(text, last).shown).toBe('truly.')
		expect(moveEdge(text, last, 'end', 1)).toEqual(last)
	})

	it('words are counted without punctuation', () => {
		expect(countWords(text)).toBe(8)
		expect(countWords('— … !')).toBe(0)
	})

	it('words are found in Arabic and in Japanese', () => {
		expect(segmentWords('لم أكن أعرف').length).toBe(3)
		expect(segmentWords('額縁がとても静かです。').length).toBeGreaterThan(2)
	})
})
