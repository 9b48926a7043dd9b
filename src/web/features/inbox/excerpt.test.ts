import { describe, expect, it } from 'vitest'
import {
	countWords,
	moveEdge,
	snapToWords,
	splitExcerpt,
	toPoints,
	toUnits,
	wordsOf,
} from './excerpt.ts'

const text = 'Two weeks late. The frame is lovely, truly.'

describe('an excerpt', () => {
	it('is counted in code points, so that an emoji is one', () => {
		const words = '👍🏽 great'
		expect(toPoints(words, words.indexOf('great'))).toBe(3)
		expect(toUnits(words, 3)).toBe(words.indexOf('great'))
	})

	it('splits the words into three parts that make the whole again', () => {
		const parts = splitExcerpt(text, { start: 16, end: 43 })
		expect(parts).toEqual({
			before: 'Two weeks late. ',
			shown: 'The frame is lovely, truly.',
			after: '',
		})
	})

	it('shows everything when there is none', () => {
		expect(splitExcerpt(text, null)).toEqual({ before: '', shown: text, after: '' })
	})

	it('never cuts a word: a selection grows to whole words with their punctuation', () => {
		const found = snapToWords(text, 22, 34)
		expect(found && splitExcerpt(text, found).shown).toBe('frame is lovely,')
	})

	it('is none when everything or nothing was selected', () => {
		expect(snapToWords(text, 0, 43)).toBeNull()
		expect(snapToWords(text, 5, 5)).not.toEqual({ start: 5, end: 5 })
		expect(snapToWords('   ', 0, 3)).toBeNull()
	})

	it('moves its edges by words and always keeps one', () => {
		const start = { start: 16, end: 25 }
		expect(splitExcerpt(text, start).shown).toBe('The frame')
		expect(splitExcerpt(text, moveEdge(text, start, 'end', 1)).shown).toBe('The frame is')
		expect(splitExcerpt(text, moveEdge(text, start, 'start', -1)).shown).toBe('late. The frame')
		const one = moveEdge(text, start, 'end', -1)
		expect(splitExcerpt(text, one).shown).toBe('The')
		expect(moveEdge(text, one, 'end', -1)).toEqual(one)
		expect(moveEdge(text, one, 'start', 1)).toEqual(one)
	})

	it('stops at the ends of the text', () => {
		const last = { start: 37, end: 43 }
		expect(splitExcerpt(text, last).shown).toBe('truly.')
		expect(moveEdge(text, last, 'end', 1)).toEqual(last)
	})

	it('counts words, not punctuation', () => {
		expect(countWords(text)).toBe(8)
		expect(countWords('— … !')).toBe(0)
	})

	it('finds words in Arabic and in Japanese', () => {
		expect(wordsOf('لم أكن أعرف').length).toBe(3)
		expect(wordsOf('額縁がとても静かです。').length).toBeGreaterThan(2)
	})
})
