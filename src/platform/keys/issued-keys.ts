import type { Claims } from '#platform/pg/db.ts'

/** The request that shows a key, where it is one over HTTP. */
export type KeyedRequest = { method?: string | undefined; path?: string | undefined }

/** Keys that the product issues to programs, beside the keys of the installation and the tokens of people. */
export type IssuedKeys = {
	/** The beginning of every such key, and of nothing else. */
	readonly prefix: string
	/** The claims that a key acts with; undefined for one that is unknown, over or revoked. */
	find(key: string, request: KeyedRequest): Promise<Claims | undefined>
	/** Calls back soon after keys were revoked. */
	onChange(callback: () => void): void
	/** Follows what other nodes change. Keys are not to be accepted before this. */
	follow(): Promise<void>
	close(): Promise<void>
}
