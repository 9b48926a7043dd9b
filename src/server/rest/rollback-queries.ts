import { sql } from '#server/pg/sql.ts'

/** Checks what a commit would check: a transaction that is undone has none. */
export const checkConstraints = () => sql`set constraints all immediate`
