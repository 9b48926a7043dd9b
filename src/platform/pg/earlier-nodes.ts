import type { Db } from './db.ts'
import { findEarlierNodes } from './earlier-nodes-queries.ts'
import { listenerName } from './listener.ts'

const checkEveryMs = 30_000
const anon = { role: 'anon' } as const

export type EarlierNodes = { exist(): Promise<boolean> }

/**
 * Tells whether nodes of an earlier version run on the same database, as during an upgrade of one node after the other. They are looked for at most
 * every half minute, and no more once none was found: an earlier version does not start over a newer schema.
 */
export function watchEarlierNodes(db: Pick<Db, 'as'>): EarlierNodes {
	let known: { answer: Promise<boolean>; until: number } | undefined

	async function look(): Promise<boolean> {
		const query = findEarlierNodes(listenerName)
		const [row] = await db.as(anon, (tx) => tx.final<{ exist: boolean }>(query), { readOnly: true })
		return row?.exist !== false
	}

	return {
		exist() {
			if (known && Date.now() < known.until) return known.answer
			// Without an answer of the database, the cautious one.
			const lookup = { answer: look().catch(() => true), until: Date.now() + checkEveryMs }
			known = lookup
			void lookup.answer.then((exist) => {
				if (!exist) lookup.until = Number.POSITIVE_INFINITY
			})
			return lookup.answer
		},
	}
}
