import { sql } from '#server/pg/sql.ts'

/** A key of the ring, judged by the database's clock. Those that verify no more are named too. */
export type SigningKeyRow = {
	kid: string
	sealed: Buffer | null
	may_sign: boolean
	verifies: boolean
	/** Seconds until it signs. */
	starts_in: number
}

/** The newest first. */
export const signingKeys = () => sql`
	select kid, sealed, signs_from <= now() as may_sign, coalesce(verifies_until > now(), true) as verifies,
		extract(epoch from signs_from - now())::double precision as starts_in
	from auth.signing_keys
	order by signs_from desc, kid`

/**
 * Two who rotate at once go one after the other. What follows the lock asks `clock_timestamp()`: `now()` is when the transaction
 * began, which may be before the one that went first, and then the older key would count as the newer.
 */
export const lockSigningKeys = () => sql`
	select pg_advisory_xact_lock(hashtextextended('auth.signing_keys', 0))`

/** A key from files or settings takes its place among those that have to stop. */
export const enrollFirstKey = (kid: string) => sql`
	insert into auth.signing_keys (kid, sealed, signs_from) values (${kid}, null, to_timestamp(0))
	on conflict (kid) do nothing`

/** Every key that has no end yet gets one, that many seconds after the next one begins; returns them. */
export const endSigningKeys = (delaySeconds: number, overlapSeconds: number) => sql`
	update auth.signing_keys
	set verifies_until = clock_timestamp() + make_interval(secs => ${delaySeconds + overlapSeconds})
	where verifies_until is null
	returning kid, verifies_until`

/** What was stolen ends now, also what was on its way out already. */
export const endSigningKeysNow = () => sql`
	update auth.signing_keys set verifies_until = clock_timestamp() where coalesce(verifies_until > clock_timestamp(), true)
	returning kid, verifies_until`

export const insertSigningKey = (kid: string, sealed: Buffer, delaySeconds: number) => sql`
	insert into auth.signing_keys (kid, sealed, signs_from)
	values (${kid}, ${sealed}, clock_timestamp() + make_interval(secs => ${delaySeconds}))
	returning kid, signs_from`

export const endEverySession = () => sql`delete from auth.sessions`

export const forgetEverySigningKey = () => sql`delete from auth.signing_keys`

export const announceSigningKeys = () => sql`select pg_notify('auth_signing_keys', '')`

/** First keys stay listed for ever: forgotten, they would be trusted again. */
export const forgetSigningKeys = () => sql`
	delete from auth.signing_keys where sealed is not null and verifies_until < now() - interval '30 days'`
