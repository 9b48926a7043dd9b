import type pg from 'pg'
import { requireKeysOfDatabase } from '#platform/auth/accounts/keys/root-key.ts'
import { migrateDatabase } from '#platform/backups/migrate-database.ts'
import { type Config, ConfigError } from '#platform/config/config.ts'
import type { Deps } from '#platform/deps.ts'
import { createLog } from '#platform/log.ts'
import { DatabaseClient } from '#platform/pg/database-client.ts'
import { type Db, openDb } from '#platform/pg/db.ts'
import { type Database, openDatabase } from '#platform/pg/engine/open-database.ts'
import { loginAs } from '#platform/pg/login-role.ts'
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

/** Runs work over the migrated database, with or without a running server. @param logLevel of what the services log meanwhile */
export function withDeps<T>(work: (deps: Deps) => Promise<T>, logLevel = 'warn'): Promise<T> {
	return withDatabase(async (database, config) => {
		await requireKeysOfDatabase(database.owner, config)
		await migrateDatabase(database, config, console.error)
		const deps = await openDeps(config, database.owner, createLog(logLevel))
		return work(deps).finally(() => deps.db.close())
	})
}

/** The same with the database only, for when keys or files are broken. */
export function withDb<T>(work: (db: Db) => Promise<T>): Promise<T> {
	return withDatabase(async (database, config) => {
		await migrateDatabase(database, config, console.error)
		const db = openDb(loginAs(database.owner), config.DATABASE_POOL, (error) => console.error(error.message))
		return work(db).finally(() => db.close())
	})
}

/** Opens the database as it is for the time of some work. */
export async function withDatabase<T>(work: (database: Database, config: Config) => Promise<T>): Promise<T> {
	const config = cliConfig()
	const database = await openForCommand((abort) => openDatabase(config, 'join', { abort }))
	try {
		return await work(database, config)
	} finally {
		await database.stop()
	}
}

/** The same with a connection as the database's owner. */
export function withOwner<T>(work: (client: pg.Client, database: Database) => Promise<T>): Promise<T> {
	return withDatabase(async (database) => {
		const client = new DatabaseClient(database.owner)
		await client.connect()
		return work(client, database).finally(() => client.end())
	})
}
