import { z } from 'zod'
import type { Deps } from '#platform/deps.ts'
import type { JobContext } from '#platform/jobs/jobs.ts'
import { runPieces } from '#product/run-pieces.ts'
import { runQuery, service } from '#product/run-query.ts'
import { runBulkPiece, stopBulk } from './queries.ts'

const payloadShape = z.object({ space_id: z.uuid(), bulk_id: z.uuid() })
/** Testimonials of one transaction: submissions do not wait for more than a piece. */
const pieceSize = 500

/**
 * The job of a bulk action and of its undo, in pieces whose progress is stored with them: after a crash it goes on with the next one.
 * @param size testimonials of one piece
 */
export function createBulkJob({ db }: Pick<Deps, 'db'>, size = pieceSize) {
	return async (payload: Record<string, unknown>, { signal, isLastAttempt }: JobContext): Promise<void> => {
		const { space_id: space, bulk_id: id } = payloadShape.parse(payload)
		try {
			await runPieces(signal, async () => {
				const query = runBulkPiece(space, id, size)
				const [row] = await runQuery<{ is_more: boolean }>(db, service, query, { shardKey: space })
				return row?.is_more
			})
		} catch (error) {
			if (isLastAttempt && !signal.aborted)
				await runQuery(db, service, stopBulk(space, id, 'The server could not finish it.'), { shardKey: space })
			throw error
		}
	}
}

/** Registers the job among those that may take long, apart from mails. */
export function registerBulkJob(deps: Deps): void {
	deps.longJobs.handle('run_bulk', createBulkJob(deps))
}
