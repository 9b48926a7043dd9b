import { sql } from '#platform/pg/sql.ts'

/** The recovery codes of a user, counted. */
export type RecoverySet = {
	id: string
	friendly_name: string | null
	locked: boolean
	total: number
	remaining: number
}

const maxFailures = 5
const lockDuration = '15 minutes'

/** Locks the set, so that concurrent wrong codes are counted one by one. */
export const selectRecoverySetForUpdate = (userId: string) => sql`
	select f.id, f.friendly_name, coalesce(f.locked_until > now(), false) as locked,
		(select count(*)::int from auth.recovery_codes c where c.factor_id = f.id) as total,
		(select count(*)::int from auth.recovery_codes c where c.factor_id = f.id and c.used_at is null) as remaining
	from auth.mfa_factors f
	where f.user_id = ${userId} and f.factor_type = 'recovery_code'
	for update of f`

export const insertRecoveryFactor = (id: string, userId: string, name: string) => sql`
	insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status)
	values (${id}, ${userId}, ${name}, 'recovery_code', 'verified')`

/** Replaces all codes of a set. @param hashes hexadecimal */
export const replaceRecoveryCodes = (factorId: string, hashes: string[]) => sql`
	with former as (
		delete from auth.recovery_codes where factor_id = ${factorId}
	), unlocked as (
		update auth.mfa_factors set failures = 0, locked_until = null, updated_at = now() where id = ${factorId}
	)
	insert into auth.recovery_codes (factor_id, code_hash)
	select ${factorId}, decode(hash, 'hex') from unnest(${hashes}::text[]) as hash`

/** One of several concurrent uses of a code gets the row. @param hashes hexadecimal, of one code under each secret */
export const consumeRecoveryCode = (factorId: string, hashes: string[]) => sql`
	with spent as (
		update auth.recovery_codes set used_at = now()
		where factor_id = ${factorId} and used_at is null
			and code_hash = any (array(select decode(hash, 'hex') from unnest(${hashes}::text[]) as hash))
		returning factor_id
	)
	update auth.mfa_factors f set failures = 0, locked_until = null, updated_at = now()
	from spent where f.id = spent.factor_id
	returning f.id`

/** The fifth wrong code locks the set for 15 minutes. */
export const countWrongRecoveryCode = (factorId: string) => sql`
	update auth.mfa_factors
	set failures = case when failures + 1 >= ${maxFailures} then 0 else failures + 1 end,
		locked_until = case when failures + 1 >= ${maxFailures} then now() + ${lockDuration}::interval else locked_until end
	where id = ${factorId}`
