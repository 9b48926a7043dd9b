import { sql } from '#platform/pg/sql.ts'

/** Finds a form by its present slug or a former one. */
export const publicForm = (slug: string) => sql`select public.public_form(${slug}) as form`

export const formToFill = (slug: string) => sql`select private.form_to_fill(${slug}) as form`

/** The parts of a form that a page of this version showed; no row when it was never published. */
export const formAsShown = (form: string, version: number) => sql`
	select f.form from private.form_as_shown(${form}, ${version}) f (form) where f.form is not null`

/** The slug of a form that the caller may read. */
export const slugForMember = (form: string) => sql`select slug from public.forms where id = ${form}`

/** Reads the changes of a form's draft, for a caller who may read it. */
export const formDraft = (form: string) => sql`
	select coalesce(jsonb_object_agg(m.key, m.value), '{}') as parts
	from public.form_drafts d cross join jsonb_each(d.mine) m
	where d.form_id = ${form} and m.value is distinct from d.base -> m.key`

/** Reads a version of a form, for a caller who may read it. */
export const formVersion = (form: string, version: number) => sql`
	select parts from public.form_versions where form_id = ${form} and version = ${version}`
