import type { Deps } from '#platform/deps.ts'
import { runPieces } from '#product/run-pieces.ts'
import { runQuery, service } from '#product/run-query.ts'
import { shareWordingsPiece } from './queries.ts'

const hour = 3600
/** Testimonials of one transaction. */
const pieceSize = 500

/** Registers the job that lets consents from before `private.consent_wordings`, and restored ones, refer to their wordings. */
export function registerWordingsJob({ db, jobs }: Deps): void {
	jobs.repeat('share_wordings', hour, (_, { signal }) =>
		runPieces(signal, async () => {
			const [row] = await runQuery<{ found: boolean }>(db, service, shareWordingsPiece(pieceSize))
			return row?.found
		}),
	)
}
