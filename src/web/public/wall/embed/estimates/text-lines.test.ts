import { describe, expect, it } from 'vitest'
import { countLines } from './text-lines.ts'

describe('countLines', () => {
	it('a word takes one line, and more words more lines', () => {
		expect(countLines('Good.', 300, 20, 9)).toBe(1)
		expect(countLines('I paid to be a customer of this one. '.repeat(4), 300, 20, 9)).toBe(5)
	})
	it('a narrower box and a larger type take more lines', () => {
		const text = 'On day two they turned us back at the headland because the swell was wrong, and nobody argued.'
		expect(countLines(text, 300, 20, 99)).toBeLessThan(countLines(text, 200, 20, 99))
		expect(countLines(text, 300, 20, 99)).toBeLessThan(countLines(text, 300, 31, 99))
	})
	it('a long word and text without spaces break anywhere', () => {
		expect(countLines('a'.repeat(200), 100, 10, 99)).toBeGreaterThan(9)
		expect(countLines('案内の方が毎朝、海図を開いて'.repeat(5), 280, 20, 99)).toBeGreaterThanOrEqual(5)
	})
	it('no more lines are counted than are shown, and 5,000 characters are counted quickly', () => {
		expect(countLines('many words '.repeat(450), 300, 16, 9)).toBe(9)
		expect(countLines('', 300, 16, 9)).toBe(1)
	})
})
