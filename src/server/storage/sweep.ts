import type { Deps } from '#server/deps.ts'
import type { Query } from '#server/pg/sql.ts'
import { objectsOnShelf, objectsWithVersions, versionsWithoutObject } from './queries.ts'
import { service } from './request.ts'

/** In S3 a file is as old as the first of its pieces, and an upload may take a day. */
const longEnough = 36 * 3_600_000
/** More orphans than this share point to the wrong database, not to crashes. */
const largestShare = 0.1
const alwaysFine = 100
const shelves = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, '0'))

type SweepDeps = Pick<Deps, 'db' | 'files' | 'log'>
type VersionRow = { bucket_id: string; name: string; version: string }
/** What a sweep did and found: files deleted, and objects whose bytes are not there. */
export type Swept = { deleted: number; missing: VersionRow[] }

/**
 * Compares files with rows, both ways. Bytes that a crash left behind are deleted, unless they are so young that they may
 * belong to a running upload. A row without bytes is only reported: they may come back with a mount or a backup.
 */
export async function sweepFiles(deps: SweepDeps, olderThan = longEnough): Promise<Swept> {
	const orphans: string[] = []
	const missing: Swept['missing'] = []
	let total = 0
	for (const start of shelves) {
		const shelf = await compareShelf(deps, start, olderThan)
		total += shelf.total
		orphans.push(...shelf.orphans)
		missing.push(...shelf.missing)
	}
	if (missing.length > 0)
		deps.log.error(
			{ count: missing.length, first: missing.slice(0, 10) },
			'stored objects have lost their files: bring them back from a backup, or remove the objects',
		)
	if (orphans.length > Math.max(alwaysFine, total * largestShare)) {
		deps.log.error(
			{ orphans: orphans.length, total },
			'most stored files are unknown to this database: nothing was deleted. Do the two belong together?',
		)
		return { deleted: 0, missing }
	}
	await deps.files.remove(orphans)
	return { deleted: orphans.length, missing }
}

async function compareShelf({ db, files }: SweepDeps, start: string, olderThan: number) {
	const read = <Row extends object>(query: Query) => db.as(service, (tx) => tx.final<Row>(query))
	// Rows first: what is uploaded meanwhile has a file and no row here, never the reverse.
	const rows = await read<VersionRow>(objectsOnShelf(start))
	const found = await files.shelf(start)
	const lying = new Set(found.map(({ version }) => version))
	const lost = rows.filter(({ version }) => !lying.has(version)).map(({ version }) => version)
	const old = found.filter(({ since }) => Date.now() - since > olderThan)
	const unknown = await read<{ version: string }>(
		versionsWithoutObject(old.map(({ version }) => version)),
	)
	return {
		total: old.length,
		orphans: unknown.map(({ version }) => version),
		// Asked again: what was removed or replaced meanwhile is not lost.
		missing: lost.length === 0 ? [] : await read<VersionRow>(objectsWithVersions(lost)),
	}
}
