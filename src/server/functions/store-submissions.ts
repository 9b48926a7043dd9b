import type { Db } from '#server/pg/db.ts'
import type { Query } from '#server/pg/sql.ts'
import { wasRefused } from '#server/pg/uncommitted.ts'
import type { SubmitOutcome } from './submission-queries.ts'

/**
 * Stores one submission. Resolves after the commit; rejects as its own transaction would.
 * @param address whose budget it spends
 */
export type StoreSubmission = (query: Query, address?: Buffer) => Promise<SubmitOutcome>

type Waiting = {
	query: Query
	address: Buffer
	resolve(outcome: SubmitOutcome): void
	reject(error: unknown): void
}

const anon = { role: 'anon' } as const
const atOnce = 2
const mostTogether = 32
const noAddress = Buffer.of()

/**
 * Stores what comes in at the same time in one transaction: half of what a submission costs PostgreSQL is paid once per
 * transaction. Whoever comes alone waits for nobody. One that fails takes the others with it, so each is then tried alone.
 */
export function createSubmissionStore(db: Db): StoreSubmission {
	const waiting: Waiting[] = []
	let running = 0

	const next = () => {
		while (running < atOnce && waiting.length > 0) {
			running++
			// Budgets stay locked to the end: taken in any order, two transactions would soon wait for each other crosswise.
			const batch = waiting.splice(0, mostTogether).sort((a, b) => a.address.compare(b.address))
			storeTogether(batch).finally(() => {
				running--
				next()
			})
		}
	}

	const storeTogether = async (batch: Waiting[]): Promise<void> => {
		try {
			const outcomes = await db.as(
				anon,
				(tx) =>
					Promise.all(
						batch.map(({ query }, i) =>
							i < batch.length - 1
								? tx.query<SubmitOutcome>(query)
								: tx.final<SubmitOutcome>(query),
						),
					),
				{ repeatable: true },
			)
			for (const [i, one] of batch.entries()) {
				const outcome = outcomes[i]?.[0]
				if (outcome) one.resolve(outcome)
				else one.reject(new Error('submit_testimonial answered nothing'))
			}
		} catch (error) {
			// Where the answer to the commit was lost, trying again would take a stored row for somebody else's.
			if (batch.length > 1 && wasRefused(error)) for (const one of batch) await storeTogether([one])
			else for (const one of batch) one.reject(error)
		}
	}

	return (query, address = noAddress) =>
		new Promise((resolve, reject) => {
			waiting.push({ query, address, resolve, reject })
			next()
		})
}
