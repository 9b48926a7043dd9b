import { sql } from '#server/pg/sql.ts'

export const readReceipt = (token: Buffer) => sql`select private.read_receipt(${token}) as receipt`

/** What a submitter changes; column names, or the two acts that have no column. */
export type StoredChange = {
	body?: string
	rating?: number | null
	author_name?: string
	author_title?: string | null
	author_company?: string | null
	author_url?: string | null
	consent?: { scope: string; wording: string }
	withdrawn?: boolean
}

/** @param mostPerHour changes by one link, but for those that take back; null lifts the budget */
export const changeByReceipt = (token: Buffer, change: StoredChange, mostPerHour: number | null) =>
	sql`select private.change_by_receipt(${token}, ${JSON.stringify(change)}, ${mostPerHour}) as outcome`

/** One row for each file that is left to remove, and one with nulls when something was erased at all. */
export const eraseByReceipt = (token: Buffer) => sql`
	select version from private.erase_by_receipt(${token})`
