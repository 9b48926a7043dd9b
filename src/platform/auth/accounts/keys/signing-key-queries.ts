import { sql } from '#platform/pg/sql.ts'

/** A signing key with its state by the database's clock; expired keys are included. */
export type SigningKeyRow = {
	kid: string
	sealed: Buffer | null
	may_sign: boolean
	verifies: boolean
	/** Seconds until it signs. */
	starts_in: number
}

/** Newest first. */
export const selectSigningKeys = () => sql`
	select kid, sealed, signs_from <= now() as may_sign, coalesce(verifies_until > now(), true) as verifies,
		extract(epoch from signs_from - now())::double precision as starts_in
	from auth.signing_keys
	order by signs_from desc, kid`

/**
 * Serializes concurrent rotations. Later statements use `clock_timestamp()`: `now()` is the start of the transaction,
 * possibly before the other rotation, and would make the older key the newer one.
 */
export const lockSigningKeys = () => sql`
	select pg_advisory_xact_lock(hashtextextended('auth.signing_keys', 0))`

/** Records a configured key, so that rotation can end it. */
export const insertConfiguredKey = (kid: string) => sql`
	insert into auth.signing_keys (kid, sealed, signs_from) values (${kid}, null, to_timestamp(0))
	on conflict (kid) do nothing`

/** Sets the end of every key that has none, `overlapSeconds` after the next key starts to sign; returns them. */
export const expireSigningKeys = (delaySeconds: number, overlapSeconds: number) => sql`
	update auth.signing_keys
	set verifies_until = clock_timestamp() + make_interval(secs => ${delaySeconds + overlapSeconds})
	where verifies_until is null
	returning kid, verifies_until`

/** Ends all keys now, also those that a rotation already phases out. */
export const expireSigningKeysNow = () => sql`
	update auth.signing_keys set verifies_until = clock_timestamp() where coalesce(verifies_until > clock_timestamp(), true)
	returning kid, verifies_until`

export const insertSigningKey = (kid: string, sealed: Buffer, delaySeconds: number) => sql`
	insert into auth.signing_keys (kid, sealed, signs_from)
	values (${kid}, ${sealed}, clock_timestamp() + make_interval(secs => ${delaySeconds}))
	returning kid, signs_from`

export const deleteAllSessions = () => sql`delete from auth.sessions`

export const deleteAllSigningKeys = () => sql`delete from auth.signing_keys`

export const notifySigningKeys = () => sql`select pg_notify('auth_signing_keys', '')`

/** Ended configured keys stay listed: without their row they would be trusted again. */
export const deleteExpiredSigningKeys = () => sql`
	delete from auth.signing_keys where sealed is not null and verifies_until < now() - interval '30 days'`
