import type pg from 'pg'

/** A change that lets callers list what they may only name, and the table or view whose check must detect it. */
export type PublicReadMutant = { what: string; table: string; sql: string }

/** A function, a part of it, the text in its place, the table or view whose check must detect it, and what follows from that. */
export type FunctionEdit = readonly [name: string, from: string, to: string, table: string, what: string]

const edits: readonly FunctionEdit[] = [
	[
		'private.listed_spaces',
		"private.spaces_for('viewer', 'testimonials:read')",
		'array(select s.id from public.spaces s)',
		'public_testimonials',
		'everybody reads the testimonials of all spaces',
	],
	[
		'private.listed_spaces',
		"private.spaces_for('viewer', 'testimonials:read')",
		"private.spaces_for('editor', 'testimonials:read')",
		'public_testimonials',
		'viewers read no testimonials',
	],
	[
		'private.asks_by_path',
		'storage.operation() is null',
		'true',
		'storage.objects',
		'everybody lists the files of public testimonials',
	],
]

/** Lists the mutants of the view and of the policies of its files. */
export async function publicReadMutants(owner: pg.Client): Promise<PublicReadMutant[]> {
	const mutants = await functionMutants(owner, edits)
	const view = await definition(owner, 'pg_get_viewdef($1::regclass)', 'public.public_testimonials')
	const end = view.lastIndexOf('WHERE')
	if (!view.slice(end).includes('listed_spaces')) throw new Error('The view has no condition.')
	const open = view.slice(0, end)
	const sql = `create or replace view public.public_testimonials with (security_barrier = true) as ${open}`
	return [...mutants, { what: 'the public view has no condition', table: 'public_testimonials', sql }]
}

/** Lists mutants of functions. */
export async function functionMutants(owner: pg.Client, edits: readonly FunctionEdit[]): Promise<PublicReadMutant[]> {
	const mutants: PublicReadMutant[] = []
	for (const [name, from, to, table, what] of edits) {
		const text = await definition(owner, 'pg_get_functiondef($1::regproc)', name)
		mutants.push({ what, table, sql: replace(text, from, to) })
	}
	return mutants
}

async function definition(owner: pg.Client, call: string, name: string): Promise<string> {
	const { rows } = await owner.query<{ text: string }>(`select ${call} as text`, [name])
	return rows[0]?.text ?? ''
}

function replace(text: string, from: string, to: string): string {
	if (!text.includes(from)) throw new Error(`There is no text: ${from}`)
	return text.replaceAll(from, to)
}
