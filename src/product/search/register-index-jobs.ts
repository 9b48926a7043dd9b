import { z } from 'zod'
import type { Deps } from '#platform/deps.ts'
import { indexPiece, indexTestimonial } from './queries.ts'

const service = { role: 'service_role' } as const
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
		await db.as(service, (tx) => tx.final(indexTestimonial(id)))
	})
	jobs.repeat('index_words', hour, async (_, { signal }) => {
		for (;;) {
			const [row] = await db.as(service, (tx) => tx.final<{ found: boolean }>(indexPiece(pieceSize)))
			if (!row?.found) return
			signal.throwIfAborted()
		}
	})
}
