import { sql } from '#platform/pg/sql.ts'

/** Seconds to wait; 0 when granted. */
export const consumeRateLimit = (key: string, periodSeconds: number, burst: number) => sql`
	select auth.take_budget(${key}, make_interval(secs => ${periodSeconds}), ${burst}) as wait`

/** Returns one unit whose action did not happen. */
export const refundRateLimit = (key: string, periodSeconds: number) => sql`
	update auth.rate_limits set tat = tat - make_interval(secs => ${periodSeconds}) where key = ${key}`

/** Counts up to a hundred thousand. */
export const countConfirmedAccounts = () => sql`
	select count(*)::int as count from (
		select from auth.users where email_confirmed_at is not null limit 100000
	) confirmed`

export const deleteExpiredRateLimits = () => sql`
	delete from auth.rate_limits where tat < now()`

/** Only one of several concurrent uses of one proof, on any node, gets the row. @param expiresAt unix seconds */
export const insertUsedCaptcha = (hash: Buffer, expiresAt: number) => sql`
	insert into auth.spent_captchas (hash, expires_at) values (${hash}, to_timestamp(${expiresAt}))
	on conflict do nothing returning hash`

export const deleteUsedCaptchas = () => sql`
	delete from auth.spent_captchas where expires_at < now() - interval '1 hour'`

/** Keys of the attempt counters: keyed hashes of account and network, and of the account alone. */
type AttemptKeys = { narrow: string; wide: string }

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
