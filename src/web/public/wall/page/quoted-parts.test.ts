import { expect, test } from 'vitest'
import { quotedParts } from './quoted-parts.ts'

const cues = [
	{ at: 0, text: 'Parking is hopeless.' },
	{ at: 2, text: 'Then the room warms up,' },
	{ at: 4, text: 'and nobody leaves.' },
]
const quotedOf = (quotation: string) => quotedParts(cues, quotation).map(({ quoted }) => quoted)

test('a quotation is found within a cue and over several, and no word is lost', () => {
	expect(quotedOf('is hopeless')).toEqual(['is hopeless', '', ''])
	expect(quotedOf('room warms up, and nobody')).toEqual(['', 'room warms up,', 'and nobody'])
	for (const [at, { before, quoted, after }] of quotedParts(cues, 'warms up, and').entries())
		expect(before + quoted + after).toBe(cues[at]?.text)
})

test('nothing is marked without a quotation, or where its words are in another language', () => {
	expect(quotedOf('')).toEqual(['', '', ''])
	expect(quotedOf('Parken ist hoffnungslos.')).toEqual(['', '', ''])
})
