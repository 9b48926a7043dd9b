import { randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { expect, it } from 'vitest'
import { seal, unseal } from '#platform/keys/sealed-secret.ts'
import { matchTotp, totpJson, totpUri } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

it.each([
	[59, '287082'],
	[1_111_111_109, '081804'],
	[1_111_111_111, '050471'],
	[1_234_567_890, '005924'],
	[2_000_000_000, '279037'],
	[20_000_000_000, '353130'],
])('a time-based code follows RFC 6238 at second %i', (second, code) => {
	expect(matchTotp(secret, code, second * 1000)).toBe(Math.floor(second / 30))
})

it('a time-based code is valid for one step each way and for its own secret only', () => {
	const now = 1_700_000_000_000
	const step = Math.floor(now / 30_000)
	const totp = new TOTP({ secret: Secret.fromLatin1(secret.toString()) })
	const codeAt = (distance: number) => totp.generate({ timestamp: now + distance * 30_000 })
	for (const [distance, expected] of [
		[-2, undefined],
		[-1, step - 1],
		[0, step],
		[1, step + 1],
		[2, undefined],
	] as const)
		expect(matchTotp(secret, codeAt(distance), now)).toBe(expected)
	expect(matchTotp(randomBytes(20), codeAt(0), now)).toBeUndefined()
	for (const code of ['', '12345', '1234567', 'abcdef', '１２３４５６']) expect(matchTotp(secret, code)).toBeUndefined()
})

it('authenticator apps get the secret in base32 and a URI that they can parse', () => {
	const uri = totpUri(secret, 'praise.example', 'isla+x@skerry.example')
	expect(uri).toBe(
		'otpauth://totp/praise.example:isla%2Bx%40skerry.example?algorithm=SHA1&digits=6&issuer=praise.example&period=30&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
	)
	expect(totpJson(secret, 'praise.example', 'isla+x@skerry.example')).toMatchObject({
		secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
		uri,
	})
})

it('a sealed secret is opened by its key and purpose only', () => {
	const key = randomBytes(32)
	const sealed = seal(secret, key, 'totp')
	expect(sealed.includes(secret)).toBe(false)
	expect(unseal(sealed, key, 'totp')).toEqual(secret)
	expect(() => unseal(sealed, key, 'other')).toThrow()
	expect(() => unseal(sealed, randomBytes(32), 'totp')).toThrow()
	sealed[30] = (sealed[30] ?? 0) ^ 1
	expect(() => unseal(sealed, key, 'totp')).toThrow()
})
