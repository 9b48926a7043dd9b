import { verify } from 'node:crypto'
import type { Db, Tx } from '#platform/pg/db.ts'
import { service } from '#product/run-query.ts'
import { parseCheckpoint } from './checkpoint-text.ts'
import { growTree, rootOf, sha256 } from './merkle.ts'
import { keyIdOf } from './proof-key.ts'
import { brokenEntries, checkpointsAfter } from './queries.ts'
import { parsePublicKey } from './verify-receipt.ts'

/** Testimonials and checkpoints that are read at once. */
const batch = { testimonials: 500, checkpoints: 20 }

export type LogVerification = {
	entries: number
	checkpoints: number
	keys: string[]
	/** Failed checks in words; at most some hundreds. */
	problems: string[]
}

type Row = {
	number: number
	first_entry: number
	last_entry: number
	text: string
	root: string
	signature: string
	key: string
	public_key: string
	leaves: string | null
}

/**
 * Checks all that an installation keeps: every history, the log, and the chain of checkpoints.
 * @param trusted id of the key that must have signed; else the stored ones are accepted
 */
export async function verifyLog(db: Db, trusted?: string): Promise<LogVerification> {
	const found: LogVerification = { entries: 0, checkpoints: 0, keys: [], problems: [] }
	await db.as(service, (tx) => checkCheckpoints(tx, found, trusted), { readOnly: true })
	await db.as(service, (tx) => checkHistories(tx, found), { readOnly: true })
	return found
}

async function checkHistories(tx: Tx, found: LogVerification): Promise<void> {
	type Batch = {
		last: string | null
		checked: number
		broken: { testimonial: string; entry: number; problem: string }[]
	}
	for (let after: string | null = null; ; ) {
		const [rows]: Batch[] = await tx.query<Batch>(brokenEntries(after, batch.testimonials))
		if (!rows?.last) return
		found.entries += rows.checked
		for (const { testimonial, entry, problem } of rows.broken)
			found.problems.push(`Entry ${entry} of testimonial ${testimonial}: ${problem}.`)
		after = rows.last
	}
}

async function checkCheckpoints(tx: Tx, found: LogVerification, trusted: string | undefined): Promise<void> {
	let before: Row | undefined
	for (;;) {
		const rows = await tx.query<{ checkpoint: Row }>(checkpointsAfter(before?.number ?? 0, batch.checkpoints))
		for (const { checkpoint } of rows) {
			const problem = problemOf(checkpoint, before, trusted)
			if (problem) found.problems.push(`Checkpoint ${checkpoint.number}: ${problem}.`)
			if (!found.keys.includes(checkpoint.key)) found.keys.push(checkpoint.key)
			found.checkpoints++
			before = checkpoint
		}
		if (rows.length < batch.checkpoints) return
	}
}

/** Why a checkpoint does not hold; null when it does. */
function problemOf(row: Row, before: Row | undefined, trusted: string | undefined): string | null {
	const stated = parseCheckpoint(row.text)
	const leaves = (row.leaves?.match(/.{64}/g) ?? []).map((leaf) => Buffer.from(leaf, 'hex'))
	const key = parsePublicKey(row.public_key)
	if (stated?.number !== row.number || stated.first !== row.first_entry || stated.last !== row.last_entry)
		return 'its text is another one'
	if (row.number !== (before?.number ?? 0) + 1 || row.first_entry !== (before?.last_entry ?? 0) + 1)
		return 'a checkpoint before it is missing'
	if (stated.previous !== (before ? sha256(before.text).toString('hex') : null))
		return 'it does not follow the one before'
	if (leaves.length !== stated.last - stated.first + 1) return 'entries are missing in the log'
	if (rootOf(growTree(leaves)).toString('hex') !== stated.root || row.root !== stated.root)
		return 'entries of the log were changed'
	if (!key || keyIdOf(key) !== stated.key || row.key !== stated.key) return 'its key is another one'
	if (trusted !== undefined && stated.key !== trusted) return 'it is signed with another key than yours'
	return verify('sha256', Buffer.from(row.text), key, Buffer.from(row.signature, 'base64'))
		? null
		: 'its signature is wrong'
}
