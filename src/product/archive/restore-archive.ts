import { statfs } from 'node:fs/promises'
import type { Deps } from '#platform/deps.ts'
import type { Tx } from '#platform/pg/db.ts'
import { isUncommitted } from '#platform/pg/pg-errors.ts'
import { service } from '#product/run-query.ts'
import { ArchiveError } from './archive-error.ts'
import { type ArchiveTable, type Manifest, tableEntry } from './archive-format.ts'
import { type LineChange, planSlugs } from './archive-slugs.ts'
import { distrustLines, type Importer, onlyMember, originOf } from './distrust.ts'
import { matchMembers } from './match-members.ts'
import { archiveTables, distrustRestored, finishRestore, restoreMembers } from './queries.ts'
import type { Archive } from './read-archive.ts'
import { restoreAllFiles } from './restore-files.ts'
import { addFormerTokens, renewReceipt } from './restore-receipts.ts'
import { isOfData, problemOf, restoreTable, wordsOf } from './restore-tables.ts'

export type RestoreOptions = {
	/** The slug that replaces that of the first form. */
	as?: string | undefined
	/** The address of an account that owns the space; by default the owners of the archive. */
	owner?: string | undefined
	/** Set for an archive that anybody may have made: this account becomes the only member, and the archive vouches for nothing. */
	importer?: Importer | undefined
	/** Work in the same transaction, after all of it was restored. */
	finish?: ((tx: Tx, restored: Restored) => Promise<void>) | undefined
	/** Milliseconds of one statement. */
	statementTimeout?: number | undefined
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

/** For one batch of rows, and for what is derived of all rows at the end. */
const longStatement = 30 * 60_000

/**
 * Loads an archive: all of it or nothing.
 * @throws ArchiveError that names the file and the line, StorageFull
 */
export async function restoreArchive(
	deps: Pick<Deps, 'config' | 'db' | 'files' | 'jobs' | 'keys' | 'log'>,
	archive: Archive,
	{ as, owner, importer, finish, statementTimeout = longStatement }: RestoreOptions,
): Promise<Restored> {
	await requireRoom(deps, archive)
	const stored: string[] = []
	const load = async (tx: Tx): Promise<Restored> => {
		const { manifest } = archive
		const tables = await knownTables(tx, manifest)
		const slugs = await planSlugs(tx, archive, as)
		const team = importer ? await onlyMember(archive, importer) : await matchMembers(tx, archive, owner)
		const files = await restoreAllFiles(deps, tx, archive, stored, importer !== undefined)
		const changes: Record<string, LineChange> = {
			...slugs.changes,
			...(importer && distrustLines(team.people)),
			'private.receipts': renewReceipt(deps.keys.secret),
		}
		for (const table of tables) {
			// They name members, who name accounts.
			if (table.name === 'public.notification_settings')
				await tx.query(restoreMembers(manifest.space.id, team.members, team.owner))
			await restoreTable(tx, archive, table, { people: team.people, change: changes[table.name] })
		}
		await addFormerTokens(tx, archive, deps.keys.secret)
		const [unread] = archive.unread()
		if (unread !== undefined) throw new ArchiveError(`${unread} is in the archive, but no part of it names it.`)
		if (importer) await tx.query(distrustRestored(manifest.space.id, importer.id, originOf(manifest)))
		const detail = { plaudit: manifest.plaudit, made_at: manifest.made_at, files }
		const [finished] = await tx.query<{ erased: number }>(
			finishRestore(manifest.space.id, manifest.tables['private.tombstones']?.rows ?? 0, detail),
		)
		const erased = finished?.erased ?? 0
		const restored: Restored = {
			space: { id: manifest.space.id, name: manifest.space.name },
			testimonials: (manifest.tables['public.testimonials']?.rows ?? 0) - erased,
			files,
			missing: manifest.files.missing,
			erased,
			members: team.found,
			absent: team.absent,
			renamed: slugs.renamed,
		}
		await finish?.(tx, restored)
		return restored
	}
	try {
		return await deps.db.as(service, load, { statementTimeout })
	} catch (error) {
		// When the answer to the commit was lost, the rows may exist and need their files.
		if (stored.length > 0 && isUncommitted(error)) await removeFiles(deps, stored)
		throw isOfData(error) ? new ArchiveError(wordsOf(error), { problem: problemOf(error), cause: error }) : error
	}
}

/** The tables that an archive may have. @throws ArchiveError when it has others */
export async function knownTables(tx: Tx, manifest: Manifest): Promise<ArchiveTable[]> {
	const tables = await tx.query<ArchiveTable>(archiveTables())
	for (const name of Object.keys(manifest.tables))
		if (!tables.some((table) => table.name === name))
			throw new ArchiveError(`This Plaudit does not know ${tableEntry(name)}. Was the archive made by a newer one?`, {
				problem: 'newer',
			})
	return tables
}

/** Rows take about twice their size with their indexes. */
const bytesPerRowByte = 2

/** @throws ArchiveError when what the archive declares would not fit on the disk */
export async function requireRoom({ config }: Pick<Deps, 'config'>, { manifest, sizes }: Archive): Promise<void> {
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
		{ problem: 'no_room' },
	)
}

const megabytes = (bytes: number) => `${Math.ceil(Math.max(0, bytes) / 1e6)} MB`

async function removeFiles({ files, log }: Pick<Deps, 'files' | 'log'>, versions: readonly string[]): Promise<void> {
	// The job `remove_unused_files` removes them a day later.
	await files
		.remove(versions)
		.catch((error) => log.warn({ err: error }, 'files of a failed import could not be removed'))
}
