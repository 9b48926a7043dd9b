import { expect, test } from 'vitest'
import { quoteRange, transcriptParts, transcriptText } from './transcript.ts'

const cues = [
	{ start: 1, end: 3, text: 'My hands\nare eighty-one.' },
	{ start: 3, end: 5, text: 'They asked  which chair' },
	{ start: 9, end: 12, text: '👍🏽 I would like.' },
]

test('the transcript is one line with single spaces', () => {
	expect(transcriptText(cues)).toBe('My hands are eighty-one. They asked which chair 👍🏽 I would like.')
})

test('a quotation is marked across captions, and the parts join to the transcript', () => {
	const parts = transcriptParts(cues, 'asked which chair 👍🏽 I')
	expect(parts.map(({ words }) => words).join('')).toBe(`${transcriptText(cues)} `)
	expect(parts.filter(({ isQuoted }) => isQuoted).map(({ words }) => words)).toEqual(['asked which chair ', '👍🏽 I'])
	expect(parts.map(({ time }) => time)).toEqual([1, null, null, 9, null])
})

test('a quotation is found in code points; all of the transcript and foreign words are no part of it', () => {
	const text = transcriptText(cues)
	expect(quoteRange(text, 'I would')).toEqual({ start: 51, end: 58 })
	expect([quoteRange(text, text), quoteRange(text, 'nothing'), quoteRange(text, null)]).toEqual([null, null, null])
	expect(transcriptParts(cues, 'nothing').some(({ isQuoted }) => isQuoted)).toBe(false)
})
