import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { seal, unseal } from './sealed-secret.ts'
import { encodeBase32, matchTotp, totpCode, totpUri } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

describe('time-based codes', () => {
	it.each([
		[59, '287082'],
		[1_111_111_109, '081804'],
		[1_111_111_111, '050471'],
		[1_234_567_890, '005924'],
		[2_000_000_000, '279037'],
		[20_000_000_000, '353130'],
	])('follow RFC 6238 at second %i', (second, code) => {
		expect(totpCode(secret, Math.floor(second / 30))).toBe(code)
		expect(matchTotp(secret, code, second * 1000)).toBe(Math.floor(second / 30))
	})

	it('are good for a step each way, no longer, and not for another secret', () => {
		const now = 1_700_000_000_000
		const step = Math.floor(now / 30_000)
		for (const [distance, expected] of [
			[-2, undefined],
			[-1, step - 1],
			[0, step],
			[1, step + 1],
			[2, undefined],
		] as const)
			expect(matchTotp(secret, totpCode(secret, step + distance), now)).toBe(expected)
		expect(matchTotp(randomBytes(20), totpCode(secret, step), now)).toBeUndefined()
		for (const code of ['', '12345', '1234567', 'abcdef'])
			expect(matchTotp(secret, code)).toBeUndefined()
	})

	it('are set up by an address that authenticators read', () => {
		expect(encodeBase32(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
		expect(encodeBase32(Buffer.from('foobar'))).toBe('MZXW6YTBOI')
		expect(totpUri(secret, 'praise.example', 'isla+x@skerry.example')).toBe(
			'otpauth://totp/praise.example:isla%2Bx%40skerry.example?algorithm=SHA1&digits=6&issuer=praise.example&period=30&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
		)
	})
})

describe('a sealed secret', () => {
	const key = randomBytes(32)
	it('opens with its key and purpose only', () => {
		const sealed = seal(secret, key, 'totp')
		expect(sealed.includes(secret)).toBe(false)
		expect(unseal(sealed, key, 'totp')).toEqual(secret)
		expect(() => unseal(sealed, key, 'other')).toThrow()
		expect(() => unseal(sealed, randomBytes(32), 'totp')).toThrow()
		sealed[30] = (sealed[30] ?? 0) ^ 1
		expect(() => unseal(sealed, key, 'totp')).toThrow()
	})
})
