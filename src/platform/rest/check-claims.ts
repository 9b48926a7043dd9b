import { clockSkew } from '#platform/keys/jwt.ts'
import type { Claims } from '#platform/pg/db.ts'
import { tokenError, wrongPartsError } from './errors.ts'

/**
 * Checks `iat` and `aud` of a verified token; absent claims are valid (https://docs.postgrest.org/en/stable/references/auth.html).
 * @throws RestError PGRST303
 */
export function checkClaims({ iat, aud }: Claims, audience: string | undefined): void {
	if (iat != null && typeof iat !== 'number') throw tokenError('PGRST303', "The JWT 'iat' claim must be a number")
	if (iat != null && iat > Date.now() / 1000 + clockSkew) throw tokenError('PGRST303', 'JWT issued at future')
	if (aud == null) return
	const audiences = Array.isArray(aud) ? aud : [aud]
	if (audiences.some((one) => typeof one !== 'string'))
		throw tokenError('PGRST303', "The JWT 'aud' claim must be a string or an array of strings")
	if (audience !== undefined && audiences.length > 0 && !audiences.includes(audience))
		throw tokenError('PGRST303', 'JWT not in audience')
}

/**
 * Checks the form of the bearer token: an unreadable token must not make its caller anonymous.
 * @throws RestError PGRST301
 */
export function checkBearer(header: string | null): void {
	const bearer = /^bearer(?:\s+(.*))?$/i.exec(header ?? '')
	if (!bearer) return
	const [, token = ''] = bearer
	if (token === '') throw tokenError('PGRST301', 'Empty JWT is sent in Authorization header')
	if (/\s/.test(token)) throw wrongPartsError(token)
}
