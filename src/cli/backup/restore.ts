import { chown, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { flag, printResult, readOptions, resolveCallerPath } from '#cli/read-options.ts'
import { cliConfig } from '#cli/with-deps.ts'
import { type Copied, copyFiles } from '#platform/backups/copy-files.ts'
import { databaseFolder, requireWholeRows } from '#platform/backups/database/database-facts.ts'
import { databaseElsewhere, loadRows, requireVacantDatabase } from '#platform/backups/database/restore-rows.ts'
import { manifestName } from '#platform/backups/manifest.ts'
import { requireSameVersion } from '#platform/backups/restore/open-restored.ts'
import { makeStaging, moveIntoPlace, requireEmpty } from '#platform/backups/restore/restore-folder.ts'
import type { Config } from '#platform/config/config.ts'
import { findUnprivilegedUser } from '#platform/pg/engine/embedded-cluster.ts'
import { readManifest } from './backup-manifest.ts'
import { isFolderBackup, restoreFromTarget } from './restore-from-target.ts'

/** Fills an empty DATA_DIR from a backup, a folder or a file. The next start migrates it. */
export async function run(args: string[]): Promise<number> {
	const [folder = '', ...options] = args
	if (!(await isFolderBackup(folder))) return restoreFromTarget(args)
	const { json } = readOptions(options, { json: flag })
	const config = cliConfig()
	const { DATA_DIR } = config
	const source = resolveCallerPath(folder)
	const { madeAt, snapshotAt, postgres, database } = await readManifest(source)
	const all = database ? await restoreRows(config, source) : await restoreCluster(config, source, postgres ?? '')
	const text = `Restored ${all.files} files, as of ${snapshotAt ?? madeAt}. Start Plaudit now.`
	return printResult(json, { dataDir: DATA_DIR, madeAt, ...all }, text)
}

/** Files and rows of a database at DATABASE_URL, into the one that is set now or the embedded one. */
async function restoreRows(config: Config, source: string): Promise<Copied> {
	const elsewhere = databaseElsewhere(config)
	if (elsewhere) await requireVacantDatabase(elsewhere)
	await requireWholeRows(source)
	await requireEmpty(config.DATA_DIR)
	const staging = await makeStaging(config.DATA_DIR)
	const isOfDatabase = (path: string) => path === manifestName || path === databaseFolder
	const copied = await copyFiles(source, staging, (path) => !isOfDatabase(path))
	await loadRows(config, source, staging, { settle: async () => {}, say: console.error })
	await moveIntoPlace(staging, config.DATA_DIR)
	return copied
}

/** The files of the embedded database, which is renamed into place last: a start in between finds no partial installation. */
async function restoreCluster({ DATA_DIR, DATABASE_URL }: Config, source: string, postgres: string): Promise<Copied> {
	if (DATABASE_URL)
		throw new Error(
			'This folder has the files of the embedded database: unset DATABASE_URL to restore it, then run "plaudit move".',
		)
	await requireSameVersion(postgres)
	await requireEmpty(DATA_DIR)
	const unfinished = await makeStaging(DATA_DIR)
	const copied = await copyFiles(source, DATA_DIR, (path) => path !== manifestName && !/^postgres(\/|$)/.test(path))
	const cluster = join(unfinished, 'postgres')
	const rows = await copyFiles(join(source, 'postgres'), cluster)
	const user = process.getuid?.() === 0 ? await findUnprivilegedUser() : undefined
	if (user) await changeOwner(cluster, user)
	await moveIntoPlace(unfinished, DATA_DIR)
	return { files: copied.files + rows.files, bytes: copied.bytes + rows.bytes }
}

async function changeOwner(folder: string, { uid, gid }: { uid: number; gid: number }): Promise<void> {
	await chown(folder, uid, gid)
	for (const name of await readdir(folder, { recursive: true })) await chown(join(folder, name), uid, gid)
}
