import { z } from 'zod'
import type { Deps } from '#platform/deps.ts'
import { runPieces } from '#product/run-pieces.ts'
import { runQuery, service } from '#product/run-query.ts'
import { indexPiece, indexTestimonial } from './queries.ts'

const hour = 3600
/** Testimonials of one transaction. */
const pieceSize = 500
/** As private.index_queued writes it. */
const payloadShape = z.object({ testimonial_id: z.uuid() })

/**
 * Registers the job that adds testimonials from before `private.search_words` to the search, which ends at once without any, and the job for a
 * new testimonial that the queue could not index.
 */
export function registerIndexJobs({ db, jobs }: Deps): void {
	jobs.handle('index_testimonial', async (payload) => {
		const { testimonial_id: id } = payloadShape.parse(payload)
		await runQuery(db, service, indexTestimonial(id))
	})
	jobs.repeat('index_words', hour, (_, { signal }) =>
		runPieces(signal, async () => {
			const [row] = await runQuery<{ found: boolean }>(db, service, indexPiece(pieceSize))
			return row?.found
		}),
	)
}
