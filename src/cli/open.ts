import { type Config, ConfigError, readConfig } from '#server/config.ts'
import { type Database, migrationsFolder } from '#server/database.ts'
import type { Deps } from '#server/deps.ts'
import { createLog } from '#server/log.ts'
import { openDeps } from '#server/open.ts'
import { type Db, openDb } from '#server/pg/db.ts'
import { loginAs } from '#server/pg/login-role.ts'
import { migrate } from '#server/pg/migrate.ts'
import { openForCommand } from './open-database.ts'

/** The settings as the server would read them. @throws Error listing every problem */
export function cliConfig() {
	try {
		const { config, warnings } = readConfig(process.env)
		for (const warning of warnings) console.error(warning)
		return config
	} catch (error) {
		if (error instanceof ConfigError)
			throw new Error(`The settings are wrong:\n  ${error.problems.join('\n  ')}`)
		throw error
	}
}

/** Runs work over the migrated database, beside a running server or without one. */
export function withDeps<T>(work: (deps: Deps) => Promise<T>): Promise<T> {
	return withDatabase(async (config, { owner }) => {
		const deps = await openDeps(config, owner, createLog('warn'))
		return work(deps).finally(() => deps.db.close())
	})
}

/** The same with nothing but the door to the database, for when keys or files are what is wrong. */
export function withDb<T>(work: (db: Db) => Promise<T>): Promise<T> {
	return withDatabase(async (config, { owner }) => {
		const db = openDb(loginAs(owner), config.DATABASE_POOL, (error) => console.error(error.message))
		return work(db).finally(() => db.close())
	})
}

async function withDatabase<T>(
	work: (config: Config, database: Database) => Promise<T>,
): Promise<T> {
	const config = cliConfig()
	const database = await openForCommand(config)
	try {
		await migrate(database.owner, migrationsFolder)
		return await work(config, database)
	} finally {
		await database.stop()
	}
}
