import { constants } from 'node:fs'
import { access, mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from '#platform/config/config.ts'
import { type Embedded, type EmbeddedOptions, startEmbedded, unownedEngine } from './embedded.ts'
import { requireDatabase } from './require-database.ts'

/** The tables, functions and migrations of the database. */
export const schemaFolder = fileURLToPath(new URL('../../../../db/', import.meta.url))

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
	if (config.DATABASE_URL) {
		const owner = await requireDatabase({ ...config, DATABASE_URL: config.DATABASE_URL })
		await requireWritable(config.DATA_DIR)
		// A restart of this process would not bring an external database back.
		return { ...unownedEngine, owner, kind: 'external' }
	}
	await requireWritable(config.DATA_DIR)
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
		const { code } = cause as NodeJS.ErrnoException
		const reason = code === 'EEXIST' || code === 'ENOTDIR' ? 'it is no folder' : code
		throw new Error(
			`DATA_DIR (${folder}) cannot be written to: ${reason}. Name a folder that the user of the server may write to.`,
			{ cause },
		)
	}
}

/** Not `recursive`: where a folder can never be created, such as /proc, Node retries endlessly. */
async function makeFolder(folder: string, mode = 0o700): Promise<void> {
	const make = () => mkdir(folder, { mode })
	const isMissing = async (error: NodeJS.ErrnoException) => {
		if (error.code === 'EEXIST' && (await stat(folder)).isDirectory()) return false
		if (error.code !== 'ENOENT' || (await stat(dirname(folder)).catch(() => undefined))) throw error
		return true
	}
	const parentIsMissing = await make().then(() => false, isMissing)
	if (!parentIsMissing) return
	// The PostgreSQL of root runs as another user and has to pass.
	await makeFolder(dirname(folder), 0o755)
	await make()
}
