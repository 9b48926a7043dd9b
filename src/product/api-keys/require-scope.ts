import { AppError } from '#platform/http/response/app-error.ts'
import type { Claims } from '#platform/pg/db.ts'
import type { ApiKeyScope } from '#shared/api-key-scopes.ts'

/** An API key as its caller's claims name it. `issued-keys.ts` sets them; a token cannot. */
export type KeyClaims = { id: string; space: string; role: 'viewer' | 'editor'; scopes: readonly ApiKeyScope[] }

/** The key of a caller; undefined for a person. */
export function keyOf(claims: Claims): KeyClaims | undefined {
	const { api_key: id, key } = claims
	return typeof id === 'string' ? { id, ...(key as Omit<KeyClaims, 'id'>) } : undefined
}

/**
 * Refuses a key without the scope of a route, and any key where the route has none. A person passes.
 * @throws AppError 403
 */
export function requireScope(claims: Claims | undefined, scope: string | undefined): void {
	const key = claims && keyOf(claims)
	if (!key) return
	if (scope === undefined) throw new AppError(403, 'forbidden', 'No key may do this. Sign in as a member of the space.')
	if (!key.scopes.some((granted) => granted === scope))
		throw new AppError(403, 'forbidden', `This key has not the scope ${scope}.`)
}
