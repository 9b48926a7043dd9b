/** The tables that an import writes, parents first, with what orders their rows as the import wrote them. */
export const importedTables = {
	testimonials: 'submitted_at, id',
	consents: 'testimonial_id',
	verifications: 'testimonial_id',
	testimonial_contacts: 'testimonial_id',
	testimonial_events: 'testimonial_id, seq',
	import_rows: 'row',
} as const
export type ImportedTable = keyof typeof importedTables

/** `public.consents` is a view of it. */
const tableOf = (name: string) => (name === 'consents' ? 'private.consents' : `public.${name}`)

/** Empty copies with the same columns, checks, indexes and references, and without triggers of the product. */
export const makeCopies = `
	drop schema if exists bench cascade;
	create schema bench;
	${Object.keys(importedTables)
		.map((name) => `create table bench.${name} (like ${tableOf(name)} including all);`)
		.join('\n')}
	alter table bench.testimonials add foreign key (space_id) references public.spaces (id), add foreign key (form_id) references public.forms (id);
	${Object.keys(importedTables)
		.slice(1, -1)
		.map(
			(name) =>
				`alter table bench.${name} add foreign key (space_id, testimonial_id) references bench.testimonials (space_id, id);`,
		)
		.join('\n')}
	alter table bench.import_rows add foreign key (space_id, import_id) references public.imports (space_id, id)`

/** The columns of a table that are not generated. */
export const writtenColumns = (name: ImportedTable) => `
	select attname::text as name from pg_attribute
	where attrelid = '${tableOf(name)}'::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`

/** The rows of a space as texts. */
export const rowsAsText = (name: ImportedTable, columns: readonly string[]) => `
	select ${columns.map((column) => `"${column}"::text`).join(', ')} from ${tableOf(name)} where space_id = $1 order by ${importedTables[name]}`

/** An insert of so many rows. */
export const insertMany = (name: ImportedTable, columns: readonly string[], count: number) => {
	const row = (at: number) => `(${columns.map((_, column) => `$${at * columns.length + column + 1}`).join(', ')})`
	return `insert into bench.${name} (${columns.map((column) => `"${column}"`).join(', ')}) values ${Array.from({ length: count }, (_, at) => row(at)).join(', ')}`
}
