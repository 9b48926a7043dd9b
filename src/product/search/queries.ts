import { sql } from '#platform/pg/sql.ts'

/** Indexes submissions that wait for it; `taken` is their number. */
export const indexQueued = (most: number) => sql`select private.index_queued(${most}) as taken`

/** Adds a piece of one space to the search; tells whether a space was left. */
export const indexPiece = (most: number) => sql`select private.index_piece(${most}) as found`
