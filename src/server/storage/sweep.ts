import type { Deps } from '#server/deps.ts'
import { versionsWithoutObject } from './queries.ts'
import { service } from './request.ts'

const dayInMilliseconds = 86_400_000
/** More orphans than this share point to the wrong database, not to crashes. */
const largestShare = 0.1
const alwaysFine = 100

/**
 * Deletes bytes that a crash between file and row left behind. Files of the last day may belong to running uploads.
 * @returns how many were deleted
 */
export async function sweepFiles(
	{ db, files, log }: Pick<Deps, 'db' | 'files' | 'log'>,
	olderThan = dayInMilliseconds,
): Promise<number> {
	const orphans: string[] = []
	let total = 0
	for await (const versions of files.olderThan(olderThan)) {
		const rows = await db.as(service, (tx) =>
			tx.final<{ version: string }>(versionsWithoutObject(versions)),
		)
		total += versions.length
		orphans.push(...rows.map(({ version }) => version))
	}
	if (orphans.length > Math.max(alwaysFine, total * largestShare)) {
		log.error(
			{ orphans: orphans.length, total },
			'most stored files are unknown to this database: nothing was deleted. Does DATA_DIR belong to it?',
		)
		return 0
	}
	await files.remove(orphans)
	return orphans.length
}
