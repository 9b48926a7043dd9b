import type { Deps } from '#platform/deps.ts'
import { indexPiece } from './queries.ts'

const service = { role: 'service_role' } as const
const hour = 3600
/** Testimonials of one transaction. */
const pieceSize = 500

/** Registers the job that adds testimonials from before `private.search_words` to the search; without any it ends at once. */
export function registerIndexJob({ db, jobs }: Deps): void {
	jobs.repeat('index_words', hour, async (_, { signal }) => {
		for (;;) {
			const [row] = await db.as(service, (tx) => tx.final<{ found: boolean }>(indexPiece(pieceSize)))
			if (!row?.found) return
			signal.throwIfAborted()
		}
	})
}
