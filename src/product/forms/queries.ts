import { sql } from '#platform/pg/sql.ts'

/** Finds a form by its present slug or a former one. */
export const publicForm = (slug: string) => sql`select public.public_form(${slug}) as form`

export const formToFill = (slug: string) => sql`select private.form_to_fill(${slug}) as form`
