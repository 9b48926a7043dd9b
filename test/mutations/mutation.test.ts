import { expect, it } from 'vitest'
import { applyChange, changedLines } from './mutation.ts'

const text = 'one\ntwo\nthree\ntwo\n'
const change = { firstLine: 2, before: 'two', after: '2' }

it('changed lines are applied to the line where they were listed', () => {
	expect(applyChange(text, change)).toBe('one\n2\nthree\ntwo\n')
	expect(applyChange(text, { ...change, firstLine: 4 })).toBe('one\ntwo\nthree\n2\n')
})

it('changed lines that moved are found where they stand alone', () => {
	expect(applyChange('zero\none\ntwo\n', change)).toBe('zero\none\n2\n')
})

it('changed lines that are gone, or stand at several other places, are refused', () => {
	expect(() => applyChange('one\n', change)).toThrow('changed')
	expect(() => applyChange(`zero\n${text}`, change)).toThrow('several places')
	expect(() => applyChange('one\ntwofold\ntwo two\n', change)).toThrow('several places')
})

it('what was listed is what is applied', () => {
	const mutation = { kind: 'negate', anchor: 5, start: 5, end: 6, replacement: 'W' }
	const lines = changedLines(text, mutation)
	expect(lines).toEqual({ line: 2, firstLine: 2, before: 'two', after: 'tWo' })
	expect(applyChange(text, lines)).toBe('one\ntWo\nthree\ntwo\n')
})
