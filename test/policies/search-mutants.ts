import type pg from 'pg'

/** A change that lets the search differ from the policies, and the statement that undoes it. */
export type SearchMutant = { what: string; sql: string; undo: string }

const policies = ['testimonials', 'testimonial_answers', 'testimonial_contacts', 'captions']
const looser = 'true'
const stricter = "space_id = any ((select private.spaces_as('owner'))::uuid[])"

/** Parts of the search that keep spaces and callers apart, each with a text in its place. */
const edits = [
	["asked <> all (private.spaces_for('viewer', 'testimonials:read'))", 'false', 'every caller may search every space'],
	[
		"private.spaces_for('viewer', 'testimonials:read')",
		"private.spaces_for('editor', 'testimonials:read')",
		'viewers may not search',
	],
	['r where r.space_id = $1 and', 'r where', 'words of all spaces are read'],
] as const

/** Lists the mutants of the function and of each policy that it repeats. */
export async function searchMutants(owner: pg.Client): Promise<SearchMutant[]> {
	const { rows } = await owner.query<{ text: string }>(
		`select pg_get_functiondef('public.search_testimonials'::regproc) as text`,
	)
	const text = rows[0]?.text ?? ''
	const ofFunction = edits.map(([from, to, what]) => {
		if (!text.includes(from)) throw new Error(`The search has no text: ${from}`)
		return { what, sql: text.replaceAll(from, to), undo: text }
	})
	const { rows: conditions } = await owner.query<{ table: string; condition: string }>(
		`select tablename as table, qual as condition from pg_policies
		where schemaname = 'public' and policyname = 'members_read' and tablename = any ($1)`,
		[policies],
	)
	const ofPolicies = conditions.flatMap(({ table, condition }) =>
		[looser, stricter].map((changed) => ({
			what: `members_read on ${table} becomes ${changed}`,
			sql: `alter policy members_read on public.${table} using (${changed})`,
			undo: `alter policy members_read on public.${table} using (${condition})`,
		})),
	)
	return [...ofFunction, ...ofPolicies]
}
