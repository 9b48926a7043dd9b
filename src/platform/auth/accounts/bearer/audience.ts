import { AuthError } from '#platform/auth/errors.ts'
import type { Requester } from '#platform/auth/requester.ts'

/** The audience of a request that names none. */
export const defaultAudience = 'authenticated'

/** The audience that X-JWT-AUD names: users are found by email or phone only within it. */
export function requestedAudience(requester: Pick<Requester, 'header'>): string {
	return requester.header('x-jwt-aud') || defaultAudience
}

/**
 * Only administrators assign another audience, because services that verify tokens may rely on `aud`.
 * @throws AuthError 403 unexpected_audience
 */
export function requireDefaultAudience(requester: Pick<Requester, 'header'>): void {
	if (requestedAudience(requester) === defaultAudience) return
	const message = 'People of another audience are made by an administrator'
	throw new AuthError(403, 'unexpected_audience', message)
}
