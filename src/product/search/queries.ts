import { sql } from '#platform/pg/sql.ts'

/** Adds a piece of one space to the search; tells whether a space was left. */
export const indexPiece = (most: number) => sql`select private.index_piece(${most}) as found`
