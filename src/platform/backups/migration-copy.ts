import { mkdir, readdir, rename, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Config } from '#platform/config/config.ts'
import { withClient } from '#platform/pg/connections.ts'
import { completeFolder, copyCluster } from './copy-cluster.ts'
import { copyFiles } from './copy-files.ts'
import { databaseBytes } from './queries.ts'

type CopySettings = Pick<Config, 'DATA_DIR' | 'MIN_FREE_DISK_MB'>

/** Name in DATA_DIR of the copies that were made before migrations. */
export const migrationCopies = 'migration-copies'
const kept = 2
const maxAge = 30 * 86_400_000
/** Write-ahead log of the time of the copy, in bytes. */
const margin = 64 * 1024 ** 2
const unfinished = 'unfinished'
const copyName = /^(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z)-before-/

/**
 * Copies the embedded database and the keys for the way back from a migration. Uploaded files are not copied: no migration touches them.
 * @param version the version of Plaudit that is about to migrate
 * @returns the folder, which `plaudit restore` reads
 * @throws Error with a remedy when the disk has no room; the database is as it was
 */
export async function copyBeforeMigration(
	{ DATA_DIR, MIN_FREE_DISK_MB }: CopySettings,
	owner: pg.ClientConfig,
	version: string,
): Promise<string> {
	const all = join(DATA_DIR, migrationCopies)
	const target = join(all, unfinished)
	await rm(target, { recursive: true, force: true })
	await requireSpace(DATA_DIR, await sizeOf(owner), MIN_FREE_DISK_MB * 1024 ** 2)
	await mkdir(target, { recursive: true, mode: 0o700 })
	try {
		await copyFiles(DATA_DIR, target, (path) => path === 'keys.json')
		await copyCluster(owner, join(DATA_DIR, 'postgres'), join(target, 'postgres'))
		await completeFolder(target, { format: 1, madeAt: '' })
	} catch (cause) {
		await rm(target, { recursive: true, force: true })
		if ((cause as NodeJS.ErrnoException).code === 'ENOSPC') throw noRoom(DATA_DIR, '', cause)
		throw new Error(`The copy before the migration failed, and nothing was migrated: ${(cause as Error).message}`, {
			cause,
		})
	}
	const path = join(all, `${stampOf(new Date())}-before-${version}`)
	await rename(target, path)
	await pruneMigrationCopies(DATA_DIR)
	return path
}

/** Removes copies beyond the newest two, and those older than 30 days: they still have what was erased since. */
export async function pruneMigrationCopies(dataDir: string, now = new Date()): Promise<void> {
	const all = join(dataDir, migrationCopies)
	const names = (await readdir(all).catch(() => [])).filter((name) => copyName.test(name)).sort()
	const oldest = stampOf(new Date(now.getTime() - maxAge))
	const expired = names.filter((name, index) => index < names.length - kept || name < oldest)
	for (const name of expired) await rm(join(all, name), { recursive: true, force: true })
}

const stampOf = (time: Date) => time.toISOString().replace(/[:.]/g, '-')

async function sizeOf(owner: pg.ClientConfig): Promise<number> {
	return withClient(owner, async (client) => {
		const { rows } = await client.query<{ bytes: string }>(databaseBytes)
		return Number(rows[0]?.bytes ?? 0)
	})
}

async function requireSpace(dataDir: string, bytes: number, reserve: number): Promise<void> {
	const { bavail, bsize } = await statfs(dataDir)
	const free = bavail * bsize
	const needed = bytes + margin + reserve
	if (free < needed) throw noRoom(dataDir, `: it needs ${inMegabytes(needed)}, and ${inMegabytes(free)} are free`)
}

const inMegabytes = (bytes: number) => `${Math.ceil(bytes / 1024 ** 2)} MiB`

const noRoom = (dataDir: string, reason: string, cause?: unknown) =>
	new Error(
		`There is no room in ${dataDir} for the copy before the migration${reason}. Nothing was migrated. Free space, or back up elsewhere and set MIGRATION_COPY=off for this start.`,
		{ cause },
	)
