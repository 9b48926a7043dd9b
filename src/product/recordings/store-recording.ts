import type { Deps } from '#platform/deps.ts'
import type { Tx } from '#platform/pg/db.ts'
import { isUncommitted } from '#platform/pg/pg-errors.ts'
import type { Query } from '#platform/pg/sql.ts'
import { service } from '#product/run-query.ts'
import { storeRecordingFile } from './queries.ts'
import { type MadeFile, type RecordingFile, storeFile } from './recording-files.ts'

/** The recording was erased, or its state was decided, while its files were made. */
class RecordingGone extends Error {}

/**
 * @returns a function that stores the files of a recording with their rows, in one transaction with `change`, a statement that
 * returns a row. When it returns none, nothing is stored.
 */
export function createRecordingStore({ db, files }: Pick<Deps, 'db' | 'files'>) {
	async function commit(space: string, stored: readonly RecordingFile[], change: Query): Promise<string[]> {
		const work = async (tx: Tx) => {
			const replaced: string[] = []
			for (const file of stored) {
				const [row] = await tx.query<{ replaced: string | null }>(storeRecordingFile(file))
				if (row?.replaced) replaced.push(row.replaced)
			}
			if ((await tx.query(change)).length === 0) throw new RecordingGone()
			return replaced
		}
		return db.as(service, work, { shardKey: space })
	}

	return async (
		space: string,
		made: readonly MadeFile[],
		change: (stored: readonly RecordingFile[]) => Query,
	): Promise<void> => {
		const stored: RecordingFile[] = []
		try {
			for (const file of made) stored.push(await storeFile(files, file))
			await files.remove(await commit(space, stored, change(stored)))
		} catch (error) {
			const isGone = error instanceof RecordingGone
			// When the answer to the commit was lost, the rows may exist and need their files; else the daily sweep deletes them.
			if (isGone || isUncommitted(error)) await files.remove(stored.map(({ version }) => version))
			if (!isGone) throw error
		}
	}
}
