import { sql } from '#platform/pg/sql.ts'

/** Lets consents of one space refer to their wordings; tells whether a space was left. */
export const shareWordingsPiece = (most: number) => sql`select private.share_wordings_piece(${most}) as found`
