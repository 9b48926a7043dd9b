import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { type ArchiveSource, extract } from '#platform/backups/archive/extract.ts'
import { readFactsBeside } from '#platform/backups/backup-names.ts'
import { databaseElsewhere, loadRows, requireVacantDatabase } from '#platform/backups/database/restore-rows.ts'
import { type Manifest, requireKnownFormat } from '#platform/backups/manifest.ts'
import { endRecovery } from '#platform/backups/wal/restore-wal.ts'
import type { Config } from '#platform/config/config.ts'
import { moveDatabase } from '#platform/pg/move/move-database.ts'
import { openRestored, type Reached, type RecoveryGoal } from './open-restored.ts'
import { makeStaging, moveIntoPlace, placeFiles, requireEmpty } from './restore-folder.ts'

/** Options of a restore besides the backup itself. */
export type RestoreOptions = {
	/** True when the write-ahead log that follows the backup is recovered, too: all of it, or up to a moment. */
	log?: RecoveryGoal
	/** Works on the opened database. */
	settle(owner: pg.ClientConfig): Promise<void>
	/** Receives lines for the operator. */
	say?(line: string): void
}

/**
 * Fills an empty DATA_DIR from an archive, and the empty database of DATABASE_URL where there is one. Everything is unpacked, compared with
 * its checksums, opened and settled in a folder of its own, and renamed into place at the end, the database last: a start in between is
 * refused, and a second restore begins again.
 */
export async function restoreBackup(config: Config, source: ArchiveSource, options: RestoreOptions) {
	const { DATA_DIR } = config
	const elsewhere = databaseElsewhere(config)
	const expected = await readFactsBeside(source.target, source.name)
	if (elsewhere && expected && hasDatabase(expected)) await requireVacantDatabase(elsewhere)
	const isAgain = await requireEmpty(DATA_DIR)
	const staging = await makeStaging(DATA_DIR)

	const { manifest, files, bytes } = await extract(source, staging)
	requireKnownFormat(source.name, manifest)
	if (!hasDatabase(manifest) && !elsewhere)
		throw new Error(
			`${source.name} has files and keys, and no database, as DATABASE_URL was set: set it to the restored database.`,
		)
	if (elsewhere && hasDatabase(manifest)) await requireVacantDatabase(elsewhere)
	let reached: Reached = { until: undefined, endOfLog: undefined }
	if (manifest.database) await loadRows(config, staging, staging, options)
	else if (manifest.postgres) reached = await openCluster(config, source, manifest, staging, options)
	await moveIntoPlace(staging, DATA_DIR)
	return { manifest, files, bytes, isAgain, ...reached }
}

const hasDatabase = ({ database, postgres }: Manifest) => database !== undefined || postgres !== undefined

/** Opens the embedded database of a backup, and moves it where DATABASE_URL is set. */
async function openCluster(
	config: Config,
	source: ArchiveSource,
	manifest: Manifest,
	staging: string,
	{ log, settle, say = () => {} }: RestoreOptions,
): Promise<Reached> {
	const elsewhere = databaseElsewhere(config)
	const { server, reached } = await openRestored(source, manifest, staging, config.DATABASE_POOL, log)
	try {
		await settle(server.owner)
		if (elsewhere) {
			// The files are there before the database is complete: what is interrupted in between begins again.
			await placeFiles(staging, config.DATA_DIR)
			await moveDatabase(config, server.owner, elsewhere, ({ name, rows }) => {
				if (rows >= 10_000) say(`Restored ${rows} rows of ${name}.`)
			})
		}
	} finally {
		await server.stop()
	}
	if (elsewhere) await rm(join(staging, 'postgres'), { recursive: true })
	else await endRecovery(staging)
	return reached
}
