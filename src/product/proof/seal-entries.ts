import { sign } from 'node:crypto'
import type { Deps } from '#platform/deps.ts'
import { service } from '#product/run-query.ts'
import { formatCheckpoint } from './checkpoint-text.ts'
import { growTree, rootOf } from './merkle.ts'
import { proofKeyOf } from './proof-key.ts'
import { addCheckpoint, type Leaf, lastCheckpoint, numberEntries } from './queries.ts'

/** Entries of one checkpoint: a receipt hashes the whole batch to find its paths. */
const maxEntries = 4096

type Last = { number: number; hash: Buffer | null; now: string }

/**
 * Seals the entries of histories that no checkpoint covers yet.
 * @returns whether a checkpoint was made
 */
export async function sealEntries({ config, db, keys }: Pick<Deps, 'config' | 'db' | 'keys'>): Promise<boolean> {
	const key = proofKeyOf(keys)
	return db.as(service, async (tx) => {
		const found = await tx.query<Leaf>(numberEntries(maxEntries))
		if (found.length === 0) return false
		const leaves = found
			.map(({ number, leaf }) => ({ number: Number(number), leaf }))
			.toSorted((a, b) => a.number - b.number)
		const [first, last] = [leaves[0]?.number ?? 0, leaves.at(-1)?.number ?? 0]
		const [before] = await tx.query<Last>(lastCheckpoint())
		if (!before) throw new Error('The last checkpoint cannot be read.')
		const root = rootOf(growTree(leaves.map(({ leaf }) => leaf)))
		const number = before.number + 1
		const text = formatCheckpoint({
			instance: config.SITE_URL,
			number,
			made: before.now,
			first,
			last,
			root: root.toString('hex'),
			previous: before.hash?.toString('hex') ?? null,
			key: key.id,
		})
		const signature = sign('sha256', Buffer.from(text), key.privateKey)
		const row = { number, made_at: before.now, first_entry: first, last_entry: last, text, key_id: key.id }
		await tx.query(addCheckpoint(row, root, before.hash, signature, key.pem))
		return true
	})
}

/** Registers the job that seals new entries each minute, on one node at a time. */
export function registerSealing(deps: Deps): void {
	deps.jobs.repeat('seal_entries', 60, async (_, { signal }) => {
		while (!signal.aborted && (await sealEntries(deps))) {
			// The next batch, after an upgrade or a large import.
		}
	})
}
