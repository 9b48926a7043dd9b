import { spawn } from 'node:child_process'
import type pg from 'pg'
import type { Config } from '#platform/config/config.ts'
import { libpqVariables } from '#platform/pg/database-url.ts'

type RunConfig = Pick<Config, 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'OWN_TABLES_GRANT'>

/**
 * Runs psql on the terminal of this process, as the owner of the database.
 * @returns its exit code, or undefined where it is not installed
 */
export async function runPsql(owner: pg.ClientConfig, config: RunConfig): Promise<number | undefined> {
	const { host, port, user, database } = owner
	const url = config.DATABASE_DIRECT_URL ?? config.DATABASE_URL
	const address = url ? libpqVariables(url) : { PGHOST: host, PGPORT: String(port), PGUSER: user, PGDATABASE: database }
	const env: NodeJS.ProcessEnv = { ...process.env, ...address, PGAPPNAME: 'plaudit-sql' }
	// A pooler may refuse options.
	if (config.OWN_TABLES_GRANT === 'supabase') env.PGOPTIONS = `${env.PGOPTIONS ?? ''} -c plaudit.own_tables=on`
	// Ctrl+C cancels a statement of psql, and ends neither process.
	const ignore = () => {}
	process.on('SIGINT', ignore)
	try {
		return await new Promise((resolve, reject) => {
			spawn('psql', { stdio: 'inherit', env })
				.on('exit', (code) => resolve(code ?? 1))
				.on('error', (error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? resolve(undefined) : reject(error)))
		})
	} finally {
		process.off('SIGINT', ignore)
	}
}
