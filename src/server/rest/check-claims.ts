import type { Claims } from '#server/pg/db.ts'
import { clockSkew } from '#server/tokens.ts'
import { tokenProblem } from './problem.ts'

/**
 * What this wire asks of a verified token beyond its signature and lifetime (data.md §2.8). A claim that is left out is good.
 * @param audience whom tokens must be meant for, if the operator says so
 * @throws RestProblem PGRST303
 */
export function checkClaims({ iat, aud }: Claims, audience: string | undefined): void {
	if (iat !== undefined && typeof iat !== 'number')
		throw tokenProblem('PGRST303', "The JWT 'iat' claim must be a number")
	if (iat !== undefined && iat > Date.now() / 1000 + clockSkew)
		throw tokenProblem('PGRST303', 'JWT issued at future')
	if (aud === undefined) return
	const meant = Array.isArray(aud) ? aud : [aud]
	if (meant.some((one) => typeof one !== 'string'))
		throw tokenProblem('PGRST303', "The JWT 'aud' claim must be a string or an array of strings")
	if (audience !== undefined && meant.length > 0 && !meant.includes(audience))
		throw tokenProblem('PGRST303', 'JWT not in audience')
}
