import { sql } from '#platform/pg/sql.ts'
import type { SentRecording } from '#product/recordings/sent-recording.ts'

/** @param key keyOfToken, as in the other queries */
export const readReceipt = (key: Buffer) => sql`select private.read_receipt(${key}) as receipt`

/** Read by SQL, as JSON: column names, and `consent`, `withdrawn` and `recording`. */
export type StoredChange = {
	title?: string | null
	body?: string
	rating?: number | null
	author_name?: string
	author_title?: string | null
	author_company?: string | null
	author_url?: string | null
	consent?: { scope: string; wording: string }
	withdrawn?: boolean
	recording?: SentRecording
}

/** @param maxPerHour changes by one link, except withdrawing and reducing consent; null: unlimited */
export const changeByReceipt = (key: Buffer, change: StoredChange, maxPerHour: number | null) =>
	sql`select private.change_by_receipt(${key}, ${JSON.stringify(change)}, ${maxPerHour}) as outcome`

/** Outcomes: answered, not_found, closed. */
export const answerProposal = (key: Buffer, proposal: string, accepts: boolean) =>
	sql`select private.answer_proposal(${key}, ${proposal}, ${accepts}) as outcome`

/** Returns one row for each file to remove, and one with nulls when the testimonial was erased. */
export const eraseByReceipt = (key: Buffer) => sql`
	select version from private.erase_by_receipt(${key})`

/** Fills the space of receipts from before that column, among the next after a testimonial. */
export const fillReceipts = (after: string, most: number) => sql`
	select reached, missing, filled from private.fill_receipts(${after}, ${most})`

/** A file of the bucket of recordings. */
export const recordingObject = (path: string) => sql`
	select version, updated_at, metadata from storage.objects where bucket_id = 'recordings' and name = ${path}`

/** The next testimonials that have a receipt, by their id. */
export const receiptsAfter = (after: string, most: number) => sql`
	select id from private.receipts_after(${after}, ${most}) as id`

/** @param keepsFormer the links with the hashes before go on working */
export const renewReceipts = (testimonials: string[], hashes: Buffer[], keepsFormer: boolean) => sql`
	select private.renew_receipts(${testimonials}, ${hashes}, ${keepsFormer})`
