import { type Config, ConfigError } from '#platform/config/config.ts'
import type { Deps } from '#platform/deps.ts'
import { createLog } from '#platform/log.ts'
import { type Db, openDb } from '#platform/pg/db.ts'
import { type Database, schemaFolder } from '#platform/pg/engine/open-database.ts'
import { loginAs } from '#platform/pg/login-role.ts'
import { migrate } from '#platform/pg/migrations/migrate.ts'
import { openDeps } from '#server/open.ts'
import { readConfig } from '#server/settings.ts'
import { openForCommand } from './open-for-command.ts'

/** The settings as the server reads them. @throws Error listing every problem */
export function cliConfig() {
	try {
		const { config, warnings } = readConfig(process.env)
		for (const warning of warnings) console.error(warning)
		return config
	} catch (error) {
		if (error instanceof ConfigError) throw new Error(`The settings are wrong:\n  ${error.problems.join('\n  ')}`)
		throw error
	}
}

/** Runs work over the migrated database, with or without a running server. */
export function withDeps<T>(work: (deps: Deps) => Promise<T>): Promise<T> {
	return withDatabase(async (config, { owner }) => {
		const deps = await openDeps(config, owner, createLog('warn'))
		return work(deps).finally(() => deps.db.close())
	})
}

/** The same with the database only, for when keys or files are broken. */
export function withDb<T>(work: (db: Db) => Promise<T>): Promise<T> {
	return withDatabase(async (config, { owner }) => {
		const db = openDb(loginAs(owner), config.DATABASE_POOL, (error) => console.error(error.message))
		return work(db).finally(() => db.close())
	})
}

async function withDatabase<T>(work: (config: Config, database: Database) => Promise<T>): Promise<T> {
	const config = cliConfig()
	const database = await openForCommand(config)
	try {
		await migrate(database.owner, schemaFolder)
		return await work(config, database)
	} finally {
		await database.stop()
	}
}
