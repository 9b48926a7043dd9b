import { sql } from '#platform/pg/sql.ts'

/** Keys of the attempt counters: keyed hashes of account and network, and of the account alone. */
export type AttemptKeys = { narrow: string; wide: string }

export const beginAttempt = (address: string, network: string, { narrow, wide }: AttemptKeys) => sql`
	select wait, familiar from auth.begin_guess(${address}, ${network}, ${narrow}, ${wide})`

/** Resets the counter of this network after a correct attempt; the shared counter only loses this attempt. */
export const resetAttempts = ({ narrow, wide }: AttemptKeys, wasFamiliar: boolean) => sql`
	with forgotten as (
		delete from auth.guesses where key = ${narrow}
	)
	update auth.guesses set failures = greatest(0, failures - 1) where key = ${wide} and not ${wasFamiliar}::boolean`

/** Takes back an attempt that was not evaluated. */
export const uncountAttempt = ({ narrow, wide }: AttemptKeys, wasFamiliar: boolean) => sql`
	update auth.guesses set failures = greatest(0, failures - 1), free_at = least(free_at, clock_timestamp())
	where key = ${narrow} or key = ${wide} and not ${wasFamiliar}::boolean`

export const deleteOldAttempts = () => sql`
	delete from auth.guesses where since < now() - interval '25 hours'`

export const deleteOldKnownNetworks = () => sql`
	delete from auth.known_sources where seen_at < now() - interval '90 days'`
