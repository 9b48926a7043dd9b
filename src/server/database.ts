import { constants } from 'node:fs'
import { access, mkdir } from 'node:fs/promises'
import pg from 'pg'
import type { Config } from './config.ts'
import { startEmbedded } from './pg/embedded.ts'
import { parseDatabaseUrl } from './pg/migrate.ts'

export const migrationsFolder = new URL('../../db/migrations/', import.meta.url).pathname

/** A database to work on, and how to let it go. */
export type Database = {
	owner: pg.ClientConfig
	kind: 'embedded' | 'external'
	stop(): Promise<void>
}

/**
 * Opens the configured database: the embedded one, or any PostgreSQL from 15 on.
 * @param purpose `serve` owns the data directory; `visit` (command line) joins a running server if there is one
 * @throws Error with one line that says what to do
 */
export async function openDatabase(config: Config, purpose: 'serve' | 'visit'): Promise<Database> {
	await requireWritable(config.DATA_DIR)
	if (config.DATABASE_URL) {
		const owner = parseDatabaseUrl(config.DATABASE_URL)
		await requireSuitable(owner)
		return { owner, kind: 'external', stop: async () => {} }
	}
	const { owner, stop } = await startEmbedded(config.DATA_DIR, config.DATABASE_POOL, purpose)
	return { owner, kind: 'embedded', stop }
}

async function requireWritable(folder: string): Promise<void> {
	try {
		await mkdir(folder, { recursive: true, mode: 0o700 })
		await access(folder, constants.W_OK | constants.X_OK)
	} catch (cause) {
		throw new Error(`DATA_DIR (${folder}) cannot be written to: ${(cause as Error).message}`, {
			cause,
		})
	}
}

async function requireSuitable(owner: pg.ClientConfig): Promise<void> {
	const client = new pg.Client({ ...owner, connectionTimeoutMillis: 8000 })
	client.on('error', () => {})
	try {
		await client.connect()
		const { rows } = await client.query(
			"select current_setting('server_version_num')::int as version",
		)
		if (rows[0].version < 150_000) throw new Error('it is older than PostgreSQL 15')
	} catch (cause) {
		const where = `${owner.host}:${owner.port}`
		throw new Error(`DATABASE_URL cannot be used (${where}): ${(cause as Error).message}`, {
			cause,
		})
	} finally {
		await client.end().catch(() => {})
	}
}
