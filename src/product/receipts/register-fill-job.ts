import type { Deps } from '#platform/deps.ts'
import { Postponed } from '#platform/jobs/jobs.ts'
import { runQuery, service } from '#product/run-query.ts'
import { fillReceipts } from './queries.ts'

/** Receipts of one transaction. */
const pieceSize = 500
const pauseSeconds = 60
const first = '00000000-0000-0000-0000-000000000000'

type Piece = { reached: string | null; missing: number; filled: number }

/**
 * Handles the job that the migration 0057 queues: it fills the space of receipts from before that column, in pieces, until a pass finds none
 * without one. Later receipts have it from the start.
 */
export function registerFillJob({ db, longJobs }: Pick<Deps, 'db' | 'longJobs'>): void {
	const fillPiece = (after: string) => runQuery<Piece>(db, service, fillReceipts(after, pieceSize))

	async function pass(signal: AbortSignal): Promise<{ missing: number; filled: number }> {
		const counted = { missing: 0, filled: 0 }
		for (let after: string | null = first; after !== null; ) {
			const [piece]: Piece[] = await fillPiece(after)
			counted.missing += piece?.missing ?? 0
			counted.filled += piece?.filled ?? 0
			after = piece?.reached ?? null
			signal.throwIfAborted()
		}
		return counted
	}

	longJobs.handle('fill_receipts', async (_, { signal }) => {
		for (;;) {
			const { missing, filled } = await pass(signal)
			if (missing === 0) return
			if (filled === 0) throw new Postponed('other transactions write the receipts that are left', pauseSeconds)
		}
	})
}
