import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import type { RestCatalogue } from '#product/openapi/rest-catalogue.ts'
import type { Catalogue, Column, DatabaseFunction } from './read-catalogue.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The columns that members may write, and the tables whose rows they may delete. */
export type Writes = { relation: string; insert: string[]; update: string[]; delete: boolean }

const writes = `
	select relname as relation,
		array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped
			and has_column_privilege('authenticated', c.oid, attnum, 'insert') order by attnum) as insert,
		array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped
			and has_column_privilege('authenticated', c.oid, attnum, 'update') order by attnum) as update,
		has_table_privilege('authenticated', c.oid, 'delete') as delete
	from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') order by relname`

/** Reads what members may write through rest/v1. */
export async function readWrites(client: pg.Client): Promise<Writes[]> {
	return (await client.query<Writes>(writes)).rows
}

/** Writes the part of the catalogue that the OpenAPI document is made from: the product's own tables and procedures. @returns path and text */
export function writeRestCatalogue({ columns, functions }: Catalogue, written: Writes[]): [string, string] {
	const relations = Map.groupBy(columns, ({ relation }) => relation)
	const catalogue: RestCatalogue = {
		relations: Object.fromEntries(
			[...relations].map(([name, members]) => {
				const found = written.find(({ relation }) => relation === name)
				const of = members.map((column) => [column.name, writeColumn(column)])
				return [
					name,
					{
						insert: found?.insert ?? [],
						update: found?.update ?? [],
						delete: found?.delete ?? false,
						columns: Object.fromEntries(of),
					},
				]
			}),
		),
		functions: Object.fromEntries(functions.map((routine) => [routine.name, writeFunction(routine)])),
	}
	const lines = Object.entries(catalogue).map(([part, members]) => {
		const rows = Object.entries(members).map(([name, value]) => `\t\t${JSON.stringify(name)}: ${JSON.stringify(value)}`)
		return `\t${JSON.stringify(part)}: {\n${rows.join(',\n')}\n\t}`
	})
	return [join(root, 'src/product/openapi/rest-catalogue.json'), `{\n${lines.join(',\n')}\n}\n`]
}

function writeColumn({ type, is_nullable, check }: Column) {
	const values = check && [...check.matchAll(/'([^']*)'::text/g)].map(([, value]) => value ?? '')
	return { type, ...(is_nullable ? { null: true } : {}), ...(values && values.length > 0 ? { values } : {}) }
}

function writeFunction(routine: DatabaseFunction) {
	const { name, result, is_set, types, names } = routine
	const required = routine.arguments - routine.defaults.length
	const members = types.map((type, at) => [names?.[at] ?? '', { type }] as const)
	const inputs = members.slice(0, routine.arguments)
	const outputs = members.slice(routine.arguments)
	return {
		about: readAbout(name),
		arguments: Object.fromEntries(
			inputs.map(([name, { type }], at) => [name, { type, ...(at >= required ? { optional: true } : {}) }]),
		),
		result,
		is_set,
		...(outputs.length > 0 ? { columns: Object.fromEntries(outputs) } : {}),
	}
}

/** The comment at the head of the file that defines a function. */
function readAbout(name: string): string {
	const [file] = globSync(`db/functions/public/*/${name}.sql`, { cwd: root })
	const text = file ? readFileSync(join(root, file), 'utf8') : ''
	const lines = /^(?:-- .*\n)*/.exec(text)?.[0].split('\n') ?? []
	return lines
		.map((line) => line.replace(/^-- /, ''))
		.join(' ')
		.trim()
}
