import { z } from 'zod'
import { type Environment, filePath, integer } from '#platform/config/setting-types.ts'
import { defaultShardSetting, isShardSetting } from './shard-key.ts'

/** The setting by which a router of shards is told the space of a transaction; undefined without one. */
const shardSetting = z.string().transform((text, context) => {
	if (['off', 'false', '0', 'no'].includes(text)) return undefined
	if (['on', 'true', '1', 'yes'].includes(text)) return defaultShardSetting
	if (isShardSetting(text)) return text
	context.addIssue(`must be on, off, or a setting that your router reads, such as ${defaultShardSetting}`)
	return z.NEVER
})

/** Settings of the database, and of the tables of the installation itself. */
export const databaseSettings = {
	// database-url.ts checks both: the WHATWG parser refuses several hosts.
	DATABASE_URL: z.string().optional(),
	DATABASE_DIRECT_URL: z.string().optional(),
	DATABASE_POOL: integer(2, 200).default(10),
	DATABASE_SHARDED: shardSetting.optional(),
	OWN_MIGRATIONS: filePath.optional(),
	OWN_TABLES_GRANT: z.enum(['none', 'supabase']).default('none'),
}

type DatabaseSettings = z.output<z.ZodObject<typeof databaseSettings>>
declare module '#platform/config/config.ts' {
	interface Config extends Readonly<DatabaseSettings> {}
}

/** One line for each setting that lacks another one. */
export function findDatabaseSettingErrors(env: Environment): string[] {
	if (!env.DATABASE_DIRECT_URL || env.DATABASE_URL) return []
	return ['DATABASE_DIRECT_URL needs DATABASE_URL, the address for requests.']
}
