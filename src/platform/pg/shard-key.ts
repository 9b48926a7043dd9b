import { isShardSetting } from '#platform/config/shard-setting.ts'
import { isUuid } from '#platform/uuid.ts'
import type { Query } from './sql.ts'

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
