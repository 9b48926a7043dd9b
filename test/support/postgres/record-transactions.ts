import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { expect } from 'vitest'
import { startShardRouter } from './shard-router.ts'

/**
 * Leads the program through a router of shards with one server, and writes its transactions as JSON lines into the folder that
 * TEST_TRANSACTIONS names. Nothing happens without it.
 */
export async function recordTransactions(owner: pg.ClientConfig) {
	const folder = process.env.TEST_TRANSACTIONS
	if (!folder) return undefined
	const router = await startShardRouter([owner], { serverOf: () => 0 })
	const file = expect.getState().testPath?.split('/src/').at(-1) ?? ''
	return {
		settings: router.settings,
		async close() {
			const lines = router.take().map((transaction) => `${JSON.stringify({ file, ...transaction })}\n`)
			await appendFile(join(folder, `${process.pid}.jsonl`), lines.join(''))
			router.close()
		},
	}
}
