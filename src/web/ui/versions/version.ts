/** A form or a wall from one publication to the next. */
export type Version = {
	version: number
	/** Null when it was published by no member, or the account was deleted. */
	published_by: string | null
	published_at: string
	/** The differences from the version before; null for the first that is kept. */
	changes: string[] | null
}
