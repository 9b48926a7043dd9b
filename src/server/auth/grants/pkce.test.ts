import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { answersChallenge, parseChallenge } from './pkce.ts'

const challenge = 'x'.repeat(43)

describe('the PKCE pair', () => {
	it('may be absent, and is then nothing', () => {
		expect(parseChallenge(undefined, undefined)).toBeUndefined()
	})

	it('is read in any case of its method', () => {
		expect(parseChallenge(challenge, 'S256')).toEqual({ challenge, method: 's256' })
		expect(parseChallenge(challenge, 'Plain')).toEqual({ challenge, method: 'plain' })
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
	])('refuses %s with %s', (given, method, message) => {
		expect(() => parseChallenge(given, method)).toThrow(message)
	})

	it('is answered by its verifier only', () => {
		const verifier = 'v'.repeat(56)
		const hashed = createHash('sha256').update(verifier).digest('base64url')
		expect(answersChallenge(verifier, { challenge: hashed, method: 's256' })).toBe(true)
		expect(answersChallenge(`${verifier}w`, { challenge: hashed, method: 's256' })).toBe(false)
		expect(answersChallenge(hashed, { challenge: hashed, method: 's256' })).toBe(false)
		expect(answersChallenge(verifier, { challenge: verifier, method: 'plain' })).toBe(true)
	})
})
