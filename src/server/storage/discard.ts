import type { Deps } from '#server/deps.ts'
import { isUncommitted } from '#server/pg/uncommitted.ts'
import { versionsWithoutObject } from './queries.ts'
import { service } from './request.ts'

type Discarding = Pick<Deps, 'db' | 'files' | 'log'>

/** Deletes bytes that no row names any more. The caller's work is done, so a failure is only logged; the sweep comes. */
export async function dropFiles(
	{ files, log }: Omit<Discarding, 'db'>,
	versions: readonly string[],
): Promise<void> {
	await files
		.remove(versions)
		.catch((error) => log.warn({ err: error, versions }, 'bytes stay until the sweep'))
}

/**
 * Deletes bytes whose row was not written. A connection that broke during the commit leaves open whether it was: then the
 * database is asked, and if it cannot answer either, the bytes stay for the sweep.
 * @param failure what ended the upload
 */
export async function discardUnlessKept(
	{ db, files, log }: Discarding,
	version: string,
	failure: unknown,
): Promise<void> {
	if (isUncommitted(failure)) return dropFiles({ files, log }, [version])
	try {
		const unkept = await db.as(service, (tx) =>
			tx.final<{ version: string }>(versionsWithoutObject([version])),
		)
		await files.remove(unkept.map((one) => one.version))
	} catch (error) {
		log.warn({ err: error, version }, 'bytes of a failed upload stay until the sweep')
	}
}
