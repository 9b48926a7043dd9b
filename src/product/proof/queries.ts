import { sql } from '#platform/pg/sql.ts'

export type Leaf = { number: string; leaf: Buffer }

/** Appends up to `most` entries to the log. @returns their numbers and leaves, in any order */
export const numberEntries = (most: number) => sql`select number, leaf from private.number_entries(${most})`

export const lastCheckpoint = () => sql`
	select number::int, hash, to_char(now at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as now from private.last_checkpoint()`

/** The columns of a checkpoint beside hashes and signature. */
export type StoredCheckpoint = {
	number: number
	made_at: string
	first_entry: number
	last_entry: number
	text: string
	key_id: string
}

export const addCheckpoint = (
	checkpoint: StoredCheckpoint,
	root: Buffer,
	previous: Buffer | null,
	signature: Buffer,
	publicKey: string,
) => sql`select private.add_checkpoint(${JSON.stringify(checkpoint)}, ${root}, ${previous}, ${signature}, ${publicKey})`

export const receiptProof = (token: Buffer) => sql`select private.receipt_proof(${token}) as proof`

/** @param withLeaves for the file, whose paths are made of them */
export const publicProof = (testimonial: string, withLeaves: boolean) =>
	sql`select private.public_proof(${testimonial}, ${withLeaves}) as proof`

/** @param after a testimonial's id; null for the first call */
export const brokenEntries = (after: string | null, most: number) => sql`
	select last, checked::int, broken from private.broken_entries(${after}, ${most})`

export const checkpointsAfter = (after: number, most: number) => sql`
	select checkpoint from private.checkpoints_after(${after}, ${most})`
