import type { Deps } from '#platform/deps.ts'
import type { JobContext } from '#platform/jobs/jobs.ts'
import { removeImported } from './queries.ts'
import { importPayload } from './run-import.ts'

const service = { role: 'service_role' } as const
/** Testimonials of one transaction. */
const batchRows = 500

/** The job that deletes what an import added, in pieces; after a crash it goes on. */
export function createUndoJob({ db }: Pick<Deps, 'db'>) {
	return async (payload: Record<string, unknown>, { signal }: JobContext): Promise<void> => {
		const { space_id: space, import_id: id } = importPayload.parse(payload)
		for (;;) {
			signal.throwIfAborted()
			const [row] = await db.as(service, (tx) => tx.final<{ is_more: boolean }>(removeImported(space, id, batchRows)), {
				shardKey: space,
			})
			if (!row?.is_more) return
		}
	}
}
