import { execFile } from 'node:child_process'
import { chown, mkdir, readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { flag, printResult, readOptions, resolveCallerPath } from '#cli/read-options.ts'
import { cliConfig } from '#cli/with-deps.ts'
import { copyFiles } from '#platform/backups/copy-files.ts'
import { manifestName } from '#platform/backups/manifest.ts'
import { requireEmpty } from '#platform/backups/restore-backup.ts'
import { findBinaries } from '#platform/pg/engine/embedded-binaries.ts'
import { findUnprivilegedUser } from '#platform/pg/engine/embedded-cluster.ts'
import { unfinishedCluster } from '#platform/pg/engine/open-database.ts'
import { readManifest } from './backup-manifest.ts'
import { isFolderBackup, restoreFromTarget } from './restore-from-target.ts'

/** Fills an empty DATA_DIR from a backup, a folder or a file. The next start migrates it. */
export async function run(args: string[]): Promise<number> {
	const [folder = '', ...options] = args
	if (!(await isFolderBackup(folder))) return restoreFromTarget(args)
	const { json } = readOptions(options, { json: flag })
	const { DATA_DIR, DATABASE_URL } = cliConfig()
	if (DATABASE_URL) throw new Error('A backup goes into the database that Plaudit brings along: unset DATABASE_URL.')
	const source = resolveCallerPath(folder)
	const { madeAt, postgres } = await readManifest(source)
	const user = process.getuid?.() === 0 ? await findUnprivilegedUser() : undefined
	const { stdout } = await promisify(execFile)((await findBinaries(user?.uid)).postgres, ['-V'])
	if (!stdout.includes(` ${postgres}.`))
		throw new Error(`The backup is of PostgreSQL ${postgres}, and this is ${stdout.trim()}.`)
	await requireEmpty(DATA_DIR)
	// The cluster is renamed into place last: a start in between finds no partial installation.
	const unfinished = join(DATA_DIR, unfinishedCluster)
	await mkdir(unfinished, { recursive: true, mode: 0o700 })
	const copied = await copyFiles(source, DATA_DIR, (path) => !isOfDatabase(path))
	const rows = await copyFiles(join(source, 'postgres'), unfinished)
	if (user) await changeOwner(unfinished, user)
	await rename(unfinished, join(DATA_DIR, 'postgres'))

	const all = { files: copied.files + rows.files, bytes: copied.bytes + rows.bytes }
	const text = `Restored ${all.files} files, as of ${madeAt}. Start Plaudit now.`
	return printResult(json, { dataDir: DATA_DIR, madeAt, ...all }, text)
}

const isOfDatabase = (path: string) => path === manifestName || /^postgres(\/|$)/.test(path)

async function changeOwner(folder: string, { uid, gid }: { uid: number; gid: number }): Promise<void> {
	await chown(folder, uid, gid)
	for (const name of await readdir(folder, { recursive: true })) await chown(join(folder, name), uid, gid)
}
