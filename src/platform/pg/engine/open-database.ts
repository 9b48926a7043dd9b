import { constants } from 'node:fs'
import { access, mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type pg from 'pg'
import type { Config } from '#platform/config/config.ts'
import { withClient } from '#platform/pg/connections.ts'
import { parseDatabaseUrl } from '#platform/pg/database-url.ts'
import { sharesSession } from '#platform/pg/pooler.ts'
import { type Embedded, type EmbeddedOptions, startEmbedded, unownedEngine } from './embedded.ts'

/** Connect timeout of an external PostgreSQL at the start, in milliseconds. */
const connectTimeout = 8000
/** The tables, functions and migrations of the database. */
export const schemaFolder = new URL('../../../../db/', import.meta.url).pathname

/** Name in DATA_DIR of an unfinished cluster or restore. */
export const unfinishedCluster = 'postgres.restoring'

/** An open database and the function that releases it. */
export type Database = Pick<Embedded, 'owner' | 'isAlive' | 'failed' | 'stop'> & {
	kind: 'embedded' | 'external'
}

/**
 * Opens the configured database: the embedded one, or an external PostgreSQL of version 15 or later.
 * @param purpose `serve` owns the data directory; `join` (command line) uses the PostgreSQL of a running server if
 * there is one
 * @throws Error with one line of advice
 */
export async function openDatabase(
	config: Config,
	purpose: 'serve' | 'join',
	options: Pick<EmbeddedOptions, 'log' | 'abort'> = {},
): Promise<Database> {
	await requireWritable(config.DATA_DIR)
	if (config.DATABASE_URL) {
		const owner = parseDatabaseUrl(config.DATABASE_DIRECT_URL ?? config.DATABASE_URL)
		const setting = config.DATABASE_DIRECT_URL ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL'
		const { isUnfinished } = await requireSupportedServer(owner, setting)
		if (isUnfinished)
			throw new Error(
				`${setting} leads to a database that "plaudit move" has not filled to the end. Run the same move again, from the former database.`,
			)
		// A restart of this process would not bring an external database back.
		return { ...unownedEngine, owner, kind: 'external' }
	}
	if (await stat(join(config.DATA_DIR, unfinishedCluster)).catch(() => undefined))
		throw new Error(
			`${config.DATA_DIR} was not restored to the end. Empty it and run plaudit restore again; the backup is as it was.`,
		)
	const { DATA_DIR, DATABASE_POOL } = config
	const embedded = await startEmbedded(DATA_DIR, DATABASE_POOL, { purpose, ...options })
	return { ...embedded, kind: 'embedded' }
}

async function requireWritable(folder: string): Promise<void> {
	try {
		await makeFolder(folder)
		await access(folder, constants.W_OK | constants.X_OK)
	} catch (cause) {
		throw new Error(`DATA_DIR (${folder}) cannot be written to: ${(cause as Error).message}`, { cause })
	}
}

/** Not `recursive`: where a folder can never be created, such as /proc, Node retries endlessly. */
async function makeFolder(folder: string): Promise<void> {
	const make = () => mkdir(folder, { mode: 0o700 })
	const isMissing = async (error: NodeJS.ErrnoException) => {
		if (error.code === 'EEXIST' && (await stat(folder)).isDirectory()) return false
		if (error.code !== 'ENOENT' || (await stat(dirname(folder)).catch(() => undefined))) throw error
		return true
	}
	const parentIsMissing = await make().then(() => false, isMissing)
	if (!parentIsMissing) return
	await makeFolder(dirname(folder))
	await make()
}

/**
 * Requires a PostgreSQL that Plaudit can use.
 * @param setting names the address in the error
 * @returns whether a move has begun to fill the database and did not end
 */
export async function requireSupportedServer(
	owner: pg.ClientConfig,
	setting: string,
): Promise<{ isUnfinished: boolean }> {
	const patient = { ...owner, connectionTimeoutMillis: connectTimeout, query_timeout: connectTimeout }
	return withClient(patient, async (client) => {
		const { rows } = await client.query(
			`select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
				to_regclass('plaudit.unfinished_move') is not null as "isUnfinished"`,
		)
		const [{ version, encoding, isUnfinished }] = rows
		if (version < 150_000) throw new Error('it is older than PostgreSQL 15')
		if (encoding !== 'UTF8')
			throw new Error(
				`its encoding is ${encoding}. Make another one: create database plaudit encoding 'UTF8' template template0`,
			)
		if (await sharesSession(client, patient))
			throw new Error(
				'it leads through a pooler in transaction mode, where LISTEN hears nothing and a lock stays behind. ' +
					'Set DATABASE_DIRECT_URL to the address of PostgreSQL itself, or of a pooler in session mode',
			)
		return { isUnfinished }
	}).catch((cause: Error) => {
		// Of several hosts, the reason names each.
		const address = 'choice' in owner ? '' : ` (${owner.host}:${owner.port})`
		throw new Error(`${setting} cannot be used${address}: ${cause.message}`, { cause })
	})
}
