import { sql } from '#platform/pg/sql.ts'

/** Indexes submissions that wait for it; `taken` is their number. */
export const indexQueued = (most: number) => sql`select private.index_queued(${most}) as taken`

/** Indexes one new testimonial; one that is gone or was indexed meanwhile is left alone. */
export const indexTestimonial = (id: string) => sql`select private.index_new(array[${id}::uuid])`

/** Adds a piece of one space to the search; tells whether a space was left. */
export const indexPiece = (most: number) => sql`select private.index_piece(${most}) as found`
