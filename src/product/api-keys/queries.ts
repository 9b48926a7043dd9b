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

/** Why owners get a mail: a key ends soon, or was revoked with the ownership of its maker. */
export type KeyMailAbout = 'ends' | 'revoked'

/** A key and an owner, as a mail names them. */
export type KeyMailData = {
	email: string
	locale: string | null
	space_name: string
	space_locale: string
	key_name: string
	ends_at: string | null
	/** Null when its maker gave no name, or has left. */
	maker: string | null
}

/** No row once the owner or the key needs no such mail. */
export const readKeyMail = (space: string, key: string, owner: string, about: KeyMailAbout): Query => sql`
	select email, locale, space_name, space_locale, key_name, ends_at::text, maker
	from private.key_mail(${space}, ${key}, ${owner}, ${about})`

/** Queues the mails about keys that end within 14 days. */
export const tellEndingKeys = (): Query => sql`select private.tell_ending_keys()`
