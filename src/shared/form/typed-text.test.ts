import { expect, test } from 'vitest'
import { cleanTypedText } from './typed-text.ts'

test('no control character is left but the newline, and nothing else is lost', () => {
	const controls = Array.from({ length: 0xa0 }, (_, code) => code).filter((code) => code < 0x20 || code > 0x7e)
	for (const code of controls) {
		const kept = cleanTypedText(`a${String.fromCharCode(code)}b`, true)
		expect(kept).toMatch(/^a[ \n]?b$/)
		expect(cleanTypedText(`a${String.fromCharCode(code)}b`, false)).toMatch(/^a ?b$/)
	}
	const printable = Array.from({ length: 0x3000 }, (_, code) => code).filter(
		(code) => code >= 0xa0 && code !== 0x2028 && code !== 0x2029,
	)
	const text = String.fromCodePoint(...printable)
	expect(cleanTypedText(text, true)).toBe(text)
})

test('two million characters are cleaned at once', () => {
	const start = performance.now()
	expect(cleanTypedText('\u202eword\t\u0007\r\n'.repeat(250_000), false)).toHaveLength(1_500_000)
	expect(performance.now() - start).toBeLessThan(2000)
})
