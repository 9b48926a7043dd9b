import type { Claims } from '#server/pg/db.ts'
import { clockSkew } from '#server/tokens.ts'
import { type RestProblem, tokenProblem } from './problem.ts'

/**
 * What this wire asks of a verified token beyond its signature and lifetime (data.md §2.8). A claim that is left out, or null, is good.
 * @param audience whom tokens must be meant for, if the operator says so
 * @throws RestProblem PGRST303
 */
export function checkClaims({ iat, aud }: Claims, audience: string | undefined): void {
	if (iat != null && typeof iat !== 'number')
		throw tokenProblem('PGRST303', "The JWT 'iat' claim must be a number")
	if (iat != null && iat > Date.now() / 1000 + clockSkew)
		throw tokenProblem('PGRST303', 'JWT issued at future')
	if (aud == null) return
	const meant = Array.isArray(aud) ? aud : [aud]
	if (meant.some((one) => typeof one !== 'string'))
		throw tokenProblem('PGRST303', "The JWT 'aud' claim must be a string or an array of strings")
	if (audience !== undefined && meant.length > 0 && !meant.includes(audience))
		throw tokenProblem('PGRST303', 'JWT not in audience')
}

/**
 * What a bearer has to look like before anything else: one that cannot be read must not make its caller anonymous.
 * @throws RestProblem PGRST301
 */
export function checkBearer(header: string | null): void {
	const bearer = /^bearer(?:\s+(.*))?$/i.exec(header ?? '')
	if (!bearer) return
	const [, token = ''] = bearer
	if (token === '') throw tokenProblem('PGRST301', 'Empty JWT is sent in Authorization header')
	if (/\s/.test(token)) throw wrongParts(token)
}

/** PGRST301 for a text that cannot be a token. */
export function wrongParts(token: string): RestProblem {
	return tokenProblem('PGRST301', `Expected 3 parts in JWT; got ${token.split('.').length}`)
}
