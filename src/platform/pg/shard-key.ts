import { isUuid } from '#platform/uuid.ts'
import type { Query } from './sql.ts'

/** The setting that `DATABASE_SHARDED=on` means: PgDog's, whose name is fixed. */
export const defaultShardSetting = 'pgdog.sharding_key'

/** Beginnings of settings that have a meaning in this database or in PostgreSQL, which refuses other names of its own. */
const ownSettings = /^(plaudit|request|response|auth|storage|realtime|role|plpgsql|pg_\w+)\./

/** True for a name of the form `router.name` that means nothing to this database. */
export function isShardSetting(name: string): boolean {
	return /^[a-z_][a-z0-9_]{0,30}\.[a-z_][a-z0-9_]{0,30}$/.test(name) && !ownSettings.test(name)
}

/**
 * Tells a router of shards the space of a transaction. Routers read the text of `set` and know no parameters, so that both
 * parts are checked here.
 * @throws Error for another name of a setting, or a key that is not a UUID
 */
export function setShardKey(setting: string, key: unknown): Query {
	if (!isShardSetting(setting)) throw new Error('not the name of a shard setting')
	if (typeof key !== 'string' || !isUuid(key)) throw new Error('a shard key is not a UUID')
	return { text: `set local ${setting} = '${key.toLowerCase()}'`, values: [] }
}
