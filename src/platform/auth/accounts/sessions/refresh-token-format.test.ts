import { randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRefreshTokens } from './refresh-token-format.ts'

describe('refresh tokens', () => {
	const tokens = createRefreshTokens(randomBytes(32))

	it('refresh tokens read back what was written', () => {
		fc.assert(
			fc.property(fc.uuid(), fc.bigInt({ min: 0n, max: 2n ** 60n }), (session, counter) => {
				const token = tokens.write({ session, counter })
				expect(tokens.read(token)).toEqual({ session, counter })
				expect(token).toMatch(/^[\w-]+$/)
			}),
		)
	})

	it('refresh tokens refuse any change of a single character', () => {
		const token = tokens.write({ session: randomUUID(), counter: 300n })
		for (let i = 0; i < token.length; i++)
			for (const other of ['A', 'b', '7', '_']) {
				if (token[i] === other) continue
				expect(tokens.read(`${token.slice(0, i)}${other}${token.slice(i + 1)}`)).toBeUndefined()
			}
	})

	it('refresh tokens are known by form without being trusted', () => {
		const foreign = createRefreshTokens(randomBytes(32)).write({
			session: randomUUID(),
			counter: 1n,
		})
		expect(tokens.isWellFormed(foreign)).toBe(true)
		expect(tokens.read(foreign)).toBeUndefined()
		expect(tokens.isWellFormed('abcdefghij12')).toBe(true)
		for (const text of ['', 'abc', `${foreign}=`, `${foreign}A`, foreign.slice(1), 'x'.repeat(5000)])
			expect(tokens.isWellFormed(text)).toBe(false)
	})

	it('refresh tokens never fail on any text', () => {
		fc.assert(
			fc.property(fc.string({ maxLength: 90 }), (text) => {
				expect(tokens.read(text)).toBeUndefined()
			}),
		)
	})
})
