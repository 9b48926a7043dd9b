import type { Logger } from 'pino'
import type { Db } from './db.ts'
import type { Query } from './sql.ts'

const flushIntervalMs = 5000
const maxPendingRows = 500

/**
 * Collects rows in memory for some seconds and writes them in one statement, as `anon`. A crash loses them; before an ordinary stop
 * `flush` writes them.
 * @param toQuery the statement that writes rows; it may run twice
 * @param failure log line for rows that were not written
 */
export function createBatchedWrites<Row>(
	{ db, log }: { db: Db; log: Logger },
	toQuery: (rows: readonly Row[]) => Query,
	failure: string,
) {
	let pending = new Map<string, Row>()
	let timer: NodeJS.Timeout | undefined
	const writing = new Set<Promise<void>>()

	const write = async (rows: readonly Row[]) => {
		try {
			await db.as({ role: 'anon' }, (tx) => tx.final(toQuery(rows)), { repeatable: true })
		} catch (error) {
			log.warn({ err: error }, failure)
		}
	}
	const flush = async () => {
		clearTimeout(timer)
		timer = undefined
		const rows = [...pending.values()]
		pending = new Map()
		if (rows.length > 0) {
			const written = write(rows).finally(() => writing.delete(written))
			writing.add(written)
		}
		await Promise.all(writing)
	}

	return {
		/** Adds a row, or replaces the pending one with the same key. */
		put(key: string, next: (known: Row | undefined) => Row): void {
			pending.set(key, next(pending.get(key)))
			if (pending.size >= maxPendingRows) void flush()
			else timer ??= setTimeout(flush, flushIntervalMs).unref()
		},
		/** Writes the pending rows. Never rejects: a failure is logged, and its rows are lost. */
		flush,
	}
}
