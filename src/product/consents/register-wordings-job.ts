import type { Deps } from '#platform/deps.ts'
import { shareWordingsPiece } from './queries.ts'

const service = { role: 'service_role' } as const
const hour = 3600
/** Testimonials of one transaction. */
const pieceSize = 500

/** Registers the job that lets consents from before `private.consent_wordings`, and restored ones, refer to their wordings. */
export function registerWordingsJob({ db, jobs }: Deps): void {
	jobs.repeat('share_wordings', hour, async (_, { signal }) => {
		for (;;) {
			const [row] = await db.as(service, (tx) => tx.final<{ found: boolean }>(shareWordingsPiece(pieceSize)))
			if (!row?.found) return
			signal.throwIfAborted()
		}
	})
}
