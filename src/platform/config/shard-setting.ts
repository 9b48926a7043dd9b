/** The setting that `DATABASE_SHARDED=on` means: PgDog's, whose name is fixed. */
export const defaultShardSetting = 'pgdog.sharding_key'

/** Beginnings of settings that have a meaning in this database or in PostgreSQL, which refuses other names of its own. */
const ownSettings = /^(plaudit|request|response|auth|storage|realtime|role|plpgsql|pg_\w+)\./

/** True for a name of the form `router.name` that means nothing to this database. */
export function isShardSetting(name: string): boolean {
	return /^[a-z_][a-z0-9_]{0,30}\.[a-z_][a-z0-9_]{0,30}$/.test(name) && !ownSettings.test(name)
}
