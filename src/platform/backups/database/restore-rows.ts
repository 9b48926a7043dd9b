import type pg from 'pg'
import { restoreTimeouts } from '#platform/backups/restore/open-restored.ts'
import { placeFiles } from '#platform/backups/restore/restore-folder.ts'
import type { Config } from '#platform/config/config.ts'
import { withClient } from '#platform/pg/connections.ts'
import { parseDatabaseUrl } from '#platform/pg/database-url.ts'
import { startEmbedded } from '#platform/pg/engine/embedded.ts'
import { requireSupportedServer } from '#platform/pg/engine/require-database.ts'
import { requireVacant } from '#platform/pg/move/claim-target.ts'
import { type LoadOptions, loadDatabase } from './load-database.ts'

/** The owner of the database of DATABASE_URL; nothing where the embedded one is used. */
export function databaseElsewhere({ DATABASE_URL, DATABASE_DIRECT_URL }: Config): pg.ClientConfig | undefined {
	return DATABASE_URL ? parseDatabaseUrl(DATABASE_DIRECT_URL ?? DATABASE_URL) : undefined
}

/** @throws Error with one line when a database cannot be used, or has tables of others */
export async function requireVacantDatabase(owner: pg.ClientConfig): Promise<void> {
	await requireSupportedServer(owner, 'DATABASE_URL')
	await withClient({ ...owner, application_name: 'plaudit-restore' }, (client) =>
		requireVacant(client, 'The database of DATABASE_URL'),
	)
}

/**
 * Loads the rows of a backup into the database of DATABASE_URL, or into a new embedded one in the folder of a restore.
 * @param rows folder of the backup, unpacked
 * @param staging has the files of the backup, which are in their place before the database is complete
 */
export async function loadRows(
	config: Config,
	rows: string,
	staging: string,
	{ settle, say = () => {} }: Pick<LoadOptions, 'settle'> & Partial<Pick<LoadOptions, 'say'>>,
): Promise<void> {
	const elsewhere = databaseElsewhere(config)
	const staged = { ...config, DATA_DIR: staging }
	if (elsewhere) {
		await loadDatabase(staged, rows, elsewhere, {
			say,
			async settle(owner) {
				await settle(owner)
				await placeFiles(staging, config.DATA_DIR)
			},
		})
		return
	}
	const server = await startEmbedded(staging, config.DATABASE_POOL, { bounds: restoreTimeouts })
	try {
		await loadDatabase(staged, rows, server.owner, { settle, say })
	} finally {
		if (!(await server.stop()))
			say('Warning: the embedded PostgreSQL did not stop in order, and recovers at its start.')
	}
}
