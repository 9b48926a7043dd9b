import type { Deps } from '#platform/deps.ts'
import { isUncommitted } from '#platform/pg/pg-errors.ts'
import { versionsWithoutObject } from '#platform/storage/queries.ts'
import { storageService } from '#platform/storage/storage-context.ts'

type DeleteFilesDeps = Pick<Deps, 'db' | 'files' | 'log'>

/** Deletes the bytes of removed rows. The request has succeeded already, so a failure is only logged; the sweep retries. */
export async function deleteFiles(
	{ files, log }: Omit<DeleteFilesDeps, 'db'>,
	removed: readonly { version: string }[],
): Promise<void> {
	const versions = removed.map(({ version }) => version)
	await files.remove(versions).catch((error) => log.warn({ err: error, versions }, 'bytes stay until the sweep'))
}

/**
 * Deletes bytes whose row was not written. If the connection broke during the commit, the database is asked first; if
 * it cannot answer, the sweep decides later.
 * @param failure the error of the upload
 */
export async function deleteUnlessCommitted(
	{ db, files, log }: DeleteFilesDeps,
	version: string,
	failure: unknown,
): Promise<void> {
	if (isUncommitted(failure)) return deleteFiles({ files, log }, [{ version }])
	try {
		const unkept = await db.as(storageService, (tx) => tx.final<{ version: string }>(versionsWithoutObject([version])))
		await files.remove(unkept.map((file) => file.version))
	} catch (error) {
		log.warn({ err: error, version }, 'bytes of a failed upload stay until the sweep')
	}
}
