import fc from 'fast-check'
import { expect, it } from 'vitest'
import { looksEscaped, unescapeMysql } from './mysql-escapes.ts'

it.each([
	['She said \\"wow\\", and so did I.', 'She said "wow", and so did I.'],
	['Two lines:\\nsecond line, with a comma', 'Two lines:\nsecond line, with a comma'],
	['One\\r\\nTwo\\rThree', 'One\nTwo\nThree'],
	["It\\'s fine", "It's fine"],
	['\\"a\\tb\\"', '"a\tb"'],
	['\\"a\\\\nb\\"', '"a\\nb"'],
	['\\"50\\% off\\"', '"50\\% off"'],
	['zero\\0 \\"byte\\"', 'zero "byte"'],
	['\\N', ''],
	[' \\N ', ''],
])('%j is escaped, and means %j', (text, expected) => {
	expect(looksEscaped(text)).toBe(true)
	expect(unescapeMysql(text)).toBe(expected)
})

it.each([
	'Plain words',
	'C:\\new\\table',
	'D:\\notes',
	'\\\\server\\new',
	'¯\\_(ツ)_/¯',
	'either \\ or',
	'"quoted"',
	'',
	'AC\\DC',
])('%j is not escaped', (text) => expect(looksEscaped(text)).toBe(false))

it('an escaped text is given back as it was', () => {
	const escaped = (text: string) =>
		text
			.replace(/[\\"']/g, '\\$&')
			.replaceAll('\n', '\\n')
			.replaceAll('\t', '\\t')
	fc.assert(fc.property(fc.string(), (text) => unescapeMysql(escaped(text)) === text))
	for (const text of ['\\', '\\n', '\\r', '\\"']) {
		looksEscaped(text.repeat(200_000))
		unescapeMysql(text.repeat(200_000))
	}
})
