import { AuthError } from '#server/auth/errors.ts'
import type { Asker } from './bearer.ts'

/** Whose people a request speaks of when it does not say. */
export const usualAudience = 'authenticated'

/** The audience that a request names by `X-JWT-AUD`: only its people are found by address or number (auth.md 1.3). */
export function audienceOf(asker: Pick<Asker, 'req'>): string {
	return asker.req.header('x-jwt-aud') || usualAudience
}

/**
 * Tokens name their user's audience, and whoever verifies them may go by it: so nobody chooses one for themselves, an administrator does.
 * @throws AuthError 403 unexpected_audience
 */
export function requireUsualAudience(asker: Pick<Asker, 'req'>): void {
	if (audienceOf(asker) === usualAudience) return
	const said = 'People of another audience are made by an administrator'
	throw new AuthError(403, 'unexpected_audience', said)
}
