import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Deps } from '#platform/deps.ts'
import type { Query } from '#platform/pg/sql.ts'
import { runPieces } from '#product/run-pieces.ts'
import { runQuery, service } from '#product/run-query.ts'
import { applyRetention, purgeSpam } from './queries.ts'

const hour = 3600
/** Testimonials of one transaction: short enough that submissions and decisions hardly wait. */
const pieceSize = 200

const purgePayload = z.object({
	space_id: z.uuid(),
	until: z.string(),
	actor: z.uuid().nullable(),
	run: z.uuid(),
})

/** Registers the jobs that delete in pieces: spam that an owner purges, and what a retention time ends. */
export function registerErasureJobs({ db, jobs }: Deps): void {
	const eraseInPieces = (piece: () => Query, signal: AbortSignal, shardKey?: string): Promise<void> =>
		runPieces(signal, async () => {
			const [row] = await runQuery<{ erased: number }>(db, service, piece(), { shardKey })
			return row !== undefined && row.erased > 0
		})

	jobs.handle('purge_spam', (payload, { signal }) => {
		const purge = purgePayload.parse(payload)
		return eraseInPieces(() => purgeSpam(purge, pieceSize), signal, purge.space_id)
	})
	jobs.repeat('apply_retention', hour, (_, { signal }) => {
		const run = randomUUID()
		return eraseInPieces(() => applyRetention(run, pieceSize), signal)
	})
}
