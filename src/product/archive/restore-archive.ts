import { statfs } from 'node:fs/promises'
import type { Deps } from '#platform/deps.ts'
import type { Tx } from '#platform/pg/db.ts'
import { isUncommitted } from '#platform/pg/pg-errors.ts'
import { ArchiveError } from './archive-error.ts'
import { type ArchiveTable, tableEntry } from './archive-format.ts'
import { type LineChange, planSlugs } from './archive-slugs.ts'
import { matchMembers } from './match-members.ts'
import { archiveTables, finishRestore, restoreMembers } from './queries.ts'
import type { Archive } from './read-archive.ts'
import { restoreAllFiles } from './restore-files.ts'
import { addFormerTokens, renewReceipt } from './restore-receipts.ts'
import { isOfData, restoreTable, wordsOf } from './restore-tables.ts'

export type RestoreOptions = {
	/** The slug that replaces that of the first form. */
	as?: string | undefined
	/** The address of an account that owns the space; by default the owners of the archive. */
	owner?: string | undefined
}

export type Restored = {
	space: { id: string; name: string }
	testimonials: number
	files: number
	missing: number
	/** Testimonials that were erased here after the archive was made. */
	erased: number
	members: string[]
	/** Members without a confirmed account here: their address, or their name. */
	absent: string[]
	/** Former and present slugs. */
	renamed: [string, string][]
}

const service = { role: 'service_role' } as const
/** For one batch of rows, and for what is derived of all rows at the end. */
const statementTimeout = 30 * 60_000

/**
 * Loads an archive: all of it or nothing.
 * @throws ArchiveError that names the file and the line, StorageFull
 */
export async function restoreArchive(
	deps: Pick<Deps, 'config' | 'db' | 'files' | 'jobs' | 'keys' | 'log'>,
	archive: Archive,
	{ as, owner }: RestoreOptions,
): Promise<Restored> {
	await requireRoom(deps, archive)
	const stored: string[] = []
	const load = async (tx: Tx): Promise<Restored> => {
		const { manifest } = archive
		const tables = await tx.query<ArchiveTable>(archiveTables())
		for (const name of Object.keys(manifest.tables))
			if (!tables.some((table) => table.name === name))
				throw new ArchiveError(`This Plaudit does not know ${tableEntry(name)}. Was the archive made by a newer one?`)
		const slugs = await planSlugs(tx, archive, as)
		const team = await matchMembers(tx, archive, owner)
		const files = await restoreAllFiles(deps, tx, archive, stored)
		const changes: Record<string, LineChange> = { ...slugs.changes, 'private.receipts': renewReceipt(deps.keys.secret) }
		for (const table of tables) {
			// They name members, who name accounts.
			if (table.name === 'public.notification_settings')
				await tx.query(restoreMembers(manifest.space.id, team.members, team.owner))
			await restoreTable(tx, archive, table, { people: team.people, change: changes[table.name] })
		}
		await addFormerTokens(tx, archive, deps.keys.secret)
		const [unread] = archive.unread()
		if (unread !== undefined) throw new ArchiveError(`${unread} is in the archive, but no part of it names it.`)
		const detail = { plaudit: manifest.plaudit, made_at: manifest.made_at, files }
		const [finished] = await tx.query<{ erased: number }>(
			finishRestore(manifest.space.id, manifest.tables['private.tombstones']?.rows ?? 0, detail),
		)
		const erased = finished?.erased ?? 0
		return {
			space: { id: manifest.space.id, name: manifest.space.name },
			testimonials: (manifest.tables['public.testimonials']?.rows ?? 0) - erased,
			files,
			missing: manifest.files.missing,
			erased,
			members: team.found,
			absent: team.absent,
			renamed: slugs.renamed,
		}
	}
	try {
		return await deps.db.as(service, load, { statementTimeout })
	} catch (error) {
		// When the answer to the commit was lost, the rows may exist and need their files.
		if (stored.length > 0 && isUncommitted(error)) await removeFiles(deps, stored)
		throw isOfData(error) ? new ArchiveError(wordsOf(error), { cause: error }) : error
	}
}

/** Rows take about twice their size with their indexes. */
const bytesPerRowByte = 2

/** @throws ArchiveError when what the archive declares would not fit on the disk */
async function requireRoom({ config }: Pick<Deps, 'config'>, { manifest, sizes }: Archive): Promise<void> {
	const { DATA_DIR, DATABASE_URL, S3_BUCKET, MIN_FREE_DISK_MB } = config
	const isStoredHere = (name: string) => (name.startsWith('media/') ? !S3_BUCKET : !DATABASE_URL)
	let needed = 0
	for (const [name, bytes] of sizes)
		if (isStoredHere(name)) needed += name.startsWith('media/') ? bytes : bytes * bytesPerRowByte
	const { bavail, bsize } = await statfs(DATA_DIR)
	const free = bavail * bsize - MIN_FREE_DISK_MB * 1024 ** 2
	if (needed <= free) return
	throw new ArchiveError(
		`The archive of ${manifest.space.name} needs ${megabytes(needed)} of disk, and ${megabytes(free)} are free.`,
	)
}

const megabytes = (bytes: number) => `${Math.ceil(Math.max(0, bytes) / 1e6)} MB`

async function removeFiles({ files, log }: Pick<Deps, 'files' | 'log'>, versions: readonly string[]): Promise<void> {
	// The job `remove_unused_files` removes them a day later.
	await files
		.remove(versions)
		.catch((error) => log.warn({ err: error }, 'files of a failed import could not be removed'))
}
