import { ConfigError, readConfig } from '#server/config.ts'
import { migrationsFolder, openDatabase } from '#server/database.ts'
import type { Deps } from '#server/deps.ts'
import { createLog } from '#server/log.ts'
import { openDeps } from '#server/open.ts'
import { migrate } from '#server/pg/migrate.ts'

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
export async function withDeps<T>(work: (deps: Deps) => Promise<T>): Promise<T> {
	const config = cliConfig()
	const database = await openDatabase(config, 'visit')
	try {
		await migrate(database.owner, migrationsFolder)
		const deps = await openDeps(config, database.owner, createLog('warn'))
		try {
			return await work(deps)
		} finally {
			await deps.db.close()
		}
	} finally {
		await database.stop()
	}
}
