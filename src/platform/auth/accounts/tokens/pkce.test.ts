import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { parsePkceChallenge, verifyPkceChallenge } from './pkce.ts'

const challenge = 'x'.repeat(43)

describe('the PKCE pair', () => {
	it('the PKCE pair may be absent', () => {
		expect(parsePkceChallenge(undefined, undefined)).toBeUndefined()
	})

	it('the PKCE pair is read in any case of its method', () => {
		expect(parsePkceChallenge(challenge, 'S256')).toEqual({ challenge, method: 's256' })
		expect(parsePkceChallenge(challenge, 'Plain')).toEqual({ challenge, method: 'plain' })
	})

	it.each([
		[challenge, undefined, 'PKCE flow requires code_challenge_method and code_challenge'],
		[undefined, 's256', 'PKCE flow requires code_challenge_method and code_challenge'],
		['x'.repeat(42), 's256', 'code challenge has to be between 43 and 128 characters'],
		['x'.repeat(129), 's256', 'code challenge has to be between 43 and 128 characters'],
		[
			'ä'.repeat(43),
			's256',
			'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
		],
		[challenge, 's512', 'Invalid code_challenge_method'],
	])('the PKCE pair refuses %s with %s', (given, method, message) => {
		expect(() => parsePkceChallenge(given, method)).toThrow(message)
	})

	it('the PKCE pair is answered by its verifier only', () => {
		const verifier = 'v'.repeat(56)
		const hashed = createHash('sha256').update(verifier).digest('base64url')
		expect(verifyPkceChallenge(verifier, { challenge: hashed, method: 's256' })).toBe(true)
		expect(verifyPkceChallenge(`${verifier}w`, { challenge: hashed, method: 's256' })).toBe(false)
		expect(verifyPkceChallenge(hashed, { challenge: hashed, method: 's256' })).toBe(false)
		expect(verifyPkceChallenge(verifier, { challenge: verifier, method: 'plain' })).toBe(true)
	})
})
