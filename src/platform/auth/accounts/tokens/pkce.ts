import { createHash, timingSafeEqual } from 'node:crypto'
import { invalid } from '#platform/auth/errors.ts'

/** A PKCE challenge (RFC 7636). */
export type PkceChallenge = { challenge: string; method: 's256' | 'plain' }

/**
 * Reads the PKCE parameters of a request; undefined when neither is given.
 * @throws AuthError 400 validation_failed
 */
export function parsePkceChallenge(
	challenge: string | undefined,
	method: string | undefined,
): PkceChallenge | undefined {
	if (!challenge && !method) return undefined
	if (!challenge || !method) throw invalid('PKCE flow requires code_challenge_method and code_challenge')
	if (challenge.length < 43 || challenge.length > 128)
		throw invalid('code challenge has to be between 43 and 128 characters')
	if (!/^[\w.~-]+$/.test(challenge))
		throw invalid('code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes')
	const known = (['s256', 'plain'] as const).find((name) => name === method.toLowerCase())
	if (!known) throw invalid('Invalid code_challenge_method')
	return { challenge, method: known }
}

/** True when a verifier matches a challenge. */
export function verifyPkceChallenge(verifier: string, { challenge, method }: PkceChallenge): boolean {
	const answer = method === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier
	const actual = Buffer.from(answer)
	const expected = Buffer.from(challenge)
	return actual.length === expected.length && timingSafeEqual(actual, expected)
}
