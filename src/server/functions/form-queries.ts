import { sql } from '#server/pg/sql.ts'

/** The public definition of the form that has, or once had, this slug. */
export const publicForm = (slug: string) => sql`select public.public_form(${slug}) as form`
