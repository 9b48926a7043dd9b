import { type Query, sql } from '#platform/pg/sql.ts'
import type { ApiKeyScope } from '#shared/api-key-scopes.ts'

/** A key that may be used now; `scopes` are all that it has. */
export type FoundKey = {
	id: string
	space_id: string
	name: string
	role: 'viewer' | 'editor'
	scopes: ApiKeyScope[]
	expires_at: Date | null
}

/** @param hash SHA-256 of the key */
export const findApiKey = (hash: Buffer): Query => sql`select * from private.find_api_key(${hash})`

/** Requests that a node has counted. */
export type CountedUse = { key: string; scope: ApiKeyScope | ''; uses: number; at: string }

export const noteKeyUses = (uses: readonly CountedUse[]): Query =>
	sql`select private.note_key_uses(${JSON.stringify(uses)})`
