import { expect, it } from 'vitest'
import { chooseEncoding } from './compress.ts'

it.each([
	['gzip, deflate, br', 'br'],
	['gzip;q=1.0, br;q=0', 'gzip'],
	['GZIP , deflate', 'gzip'],
	['br ; q=0.000 , gzip', 'gzip'],
	['br;q=0.01', 'br'],
	['identity', undefined],
	['xbr', undefined],
	['brotli, gzipped', undefined],
	[undefined, undefined],
])('chooses the best coding out of %s', (accept, coding) => {
	expect(chooseEncoding(accept)).toBe(coding)
})

it('an accept-encoding header is parsed in linear time', () => {
	const blanks = ' '.repeat(4_000_000)
	// A pattern that backtracks over these blanks would run for hours.
	for (const accept of [`br${blanks}x`, `br;${blanks}q=0`, `gzip${blanks};x`, `${blanks}br`])
		expect(['br', 'gzip', undefined]).toContain(chooseEncoding(accept))
})
