import { mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { isClusterFile, isNeededWal, withClusterBackup } from './cluster-files.ts'
import { type Copied, copyFiles } from './copy-files.ts'
import { type Manifest, manifestName } from './manifest.ts'

/** Copies the files of a running PostgreSQL with everything committed before the end. */
export async function copyCluster(owner: pg.ClientConfig, cluster: string, target: string): Promise<Copied> {
	const parts = withClusterBackup(owner, async function* ({ first, stop }) {
		yield await copyFiles(cluster, target, isClusterFile)
		const label = await stop()
		const isNeeded = isNeededWal(first)
		yield await copyFiles(cluster, target, (path) => path === 'pg_wal' || isNeeded(path))
		await mkdir(join(target, 'pg_wal', 'archive_status'), { recursive: true, mode: 0o700 })
		await write(join(target, 'backup_label'), label)
		yield { files: 1, bytes: label.length }
	})
	const copied = { files: 0, bytes: 0 }
	for await (const { files, bytes } of parts) {
		copied.files += files
		copied.bytes += bytes
	}
	return copied
}

/** Writes the last file of a backup in a folder, which then is complete. @param facts those of a database that is elsewhere */
export async function completeFolder(folder: string, facts: Manifest): Promise<void> {
	const manifest: Manifest = { ...facts, madeAt: new Date().toISOString() }
	if (!manifest.database) manifest.postgres = (await readFile(join(folder, 'postgres', 'PG_VERSION'), 'utf8')).trim()
	await write(join(folder, manifestName), `${JSON.stringify(manifest)}\n`)
}

async function write(path: string, text: string): Promise<void> {
	const file = await open(path, 'wx', 0o600)
	await file.writeFile(text)
	await file.sync().finally(() => file.close())
}
