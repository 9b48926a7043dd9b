import type { Deps } from '#platform/deps.ts'
import type { Query } from '#platform/pg/sql.ts'
import { objectsInShard, objectsWithVersions, versionsWithoutObject } from '#platform/storage/queries.ts'
import { storageService } from '#platform/storage/storage-context.ts'

/** A file in S3 is as old as its first part, and an upload may last a day. */
const minimumAge = 36 * 3_600_000
/** A larger share of orphans points to the wrong database, not to crashes. */
const maxOrphanShare = 0.1
const alwaysDeletable = 100
const shards = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, '0'))

type SweepDeps = Pick<Deps, 'db' | 'files' | 'log'>
type VersionRow = { bucket_id: string; name: string; version: string }
/** Result of a sweep: number of deleted files, and objects without bytes. */
export type SweepResult = { deleted: number; missing: VersionRow[] }

/**
 * Compares files with rows. Orphaned files are deleted, unless they may belong to a running upload. Rows without
 * files are only reported, as a mount or a backup may bring the files back.
 */
export async function sweepFiles(deps: SweepDeps, olderThan = minimumAge): Promise<SweepResult> {
	const orphans: string[] = []
	const missing: SweepResult['missing'] = []
	let total = 0
	for (const start of shards) {
		const shard = await compareShard(deps, start, olderThan)
		total += shard.total
		orphans.push(...shard.orphans)
		missing.push(...shard.missing)
	}
	if (missing.length > 0)
		deps.log.error(
			{ count: missing.length, first: missing.slice(0, 10) },
			'stored objects have lost their files: bring them back from a backup, or remove the objects',
		)
	if (orphans.length > Math.max(alwaysDeletable, total * maxOrphanShare)) {
		deps.log.error(
			{ orphans: orphans.length, total },
			'most stored files are unknown to this database: nothing was deleted. Do the two belong together?',
		)
		return { deleted: 0, missing }
	}
	await deps.files.remove(orphans)
	return { deleted: orphans.length, missing }
}

async function compareShard({ db, files }: SweepDeps, start: string, olderThan: number) {
	const read = <Row extends object>(query: Query) => db.as(storageService, (tx) => tx.final<Row>(query))
	// Rows first: a concurrent upload then has a file without a row here, never the reverse.
	const rows = await read<VersionRow>(objectsInShard(start))
	const found = await files.listShard(start)
	const stored = new Set(found.map(({ version }) => version))
	const suspects = rows.filter(({ version }) => !stored.has(version)).map(({ version }) => version)
	const old = found.filter(({ since }) => Date.now() - since > olderThan)
	const unknown = await read<{ version: string }>(versionsWithoutObject(old.map(({ version }) => version)))
	return {
		total: old.length,
		orphans: unknown.map(({ version }) => version),
		// Read again: an object that was removed or replaced meanwhile is not missing.
		missing: suspects.length === 0 ? [] : await read<VersionRow>(objectsWithVersions(suspects)),
	}
}
