import { sql } from '#server/pg/sql.ts'

/** What a guess is counted under: keyed hashes of account and network, and of the account alone. */
export type GuessKeys = { narrow: string; wide: string }

export const beginGuess = (address: string, network: string, { narrow, wide }: GuessKeys) => sql`
	select wait, familiar from auth.begin_guess(${address}, ${network}, ${narrow}, ${wide})`

/** The guess was right: what this network got wrong is forgotten, what strangers got wrong is not. */
export const endGuess = ({ narrow, wide }: GuessKeys, wasFamiliar: boolean) => sql`
	with forgotten as (
		delete from auth.guesses where key = ${narrow}
	)
	update auth.guesses set failures = greatest(0, failures - 1) where key = ${wide} and not ${wasFamiliar}::boolean`

/** The guess was not looked at, so it counts for nothing. */
export const unlookedGuess = ({ narrow, wide }: GuessKeys, wasFamiliar: boolean) => sql`
	update auth.guesses set failures = greatest(0, failures - 1), free_at = least(free_at, clock_timestamp())
	where key = ${narrow} or key = ${wide} and not ${wasFamiliar}::boolean`

export const forgetOldGuesses = () => sql`
	delete from auth.guesses where since < now() - interval '25 hours'`

export const forgetOldSources = () => sql`
	delete from auth.known_sources where seen_at < now() - interval '90 days'`
