import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { asOwner, createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
	database = await createTestDatabase()
})
afterAll(() => database.drop())

const source = (name: string) => readFile(new URL(`../../src/shared/${name}`, import.meta.url), 'utf8')

/** `name: type` of each member, as the file writes it. */
function readTypes(text: string): Map<string, Record<string, string>> {
	const plain = text.replace(/\/\*[\s\S]*?\*\//g, '')
	const types = [...plain.matchAll(/^(?:export )?type (\w+) = \{(.*?|\n[\s\S]*?\n)\}$/gm)]
	return new Map(
		types.map(([, name = '', body = '']) => {
			const lines = body.includes('\n') ? body.split('\n') : body.split(';')
			const members = lines.map((line) => /^\s*(\w+): (.+?)\s*$/.exec(line)?.slice(1) ?? [])
			return [name, Object.fromEntries(members.filter((member) => member.length > 0))]
		}),
	)
}

const primitives: Record<string, string> = {
	bool: 'boolean',
	int2: 'number',
	int4: 'number',
	int8: 'number',
	float4: 'number',
	numeric: 'number',
}
type Column = { name: string; type: string; nullable: boolean }

/** A column as a member of the type: literal unions and structures of JSON are the file's own choice. */
function toMember({ type, nullable }: Column, declared = ''): string {
	const [base = ''] = declared.split(' | null')
	const expected = primitives[type] ?? (type.startsWith('_') || /^jsonb?$/.test(type) ? base : null)
	const isText = /^(string|'|[A-Z])/.test(base) && !/\[\]|Record|Partial/.test(base)
	const written = expected ?? (isText ? base : 'string')
	return nullable ? `${written} | null` : written
}

const tableColumns = `
	select attname as name, typname as type, not attnotnull as nullable from pg_attribute join pg_type t on t.oid = atttypid
	where attrelid = $1::regclass and attnum > 0 and not attisdropped
		and has_column_privilege('authenticated', attrelid, attnum, 'select')`

/** Columns of views that are never null, which PostgreSQL says of tables alone. */
const neverNull: Record<string, readonly string[]> = {
	consents: ['id', 'space_id', 'testimonial_id', 'scope', 'wording', 'locale', 'given_at'],
}

it('the row types of tables have the columns that members may read, with type and nullability', async () => {
	const sources = await Promise.all(
		['rows.ts', 'form-rows.ts', 'import-rows.ts', 'bulk-rows.ts', 'mail-rows.ts', 'wall-rows.ts'].map(source),
	)
	const rows = readTypes(sources.join('\n'))
	const tables = [
		...(await source('database-types.ts')).matchAll(/(\w+): Table<\s*(?:rows|forms|bulk|imports|mails|walls)\.(\w+)/g),
	]
	expect(tables).toHaveLength([...rows.keys()].filter((name) => name.endsWith('Row')).length)
	const declared: Record<string, unknown> = {}
	const expected: Record<string, unknown> = {}
	for (const [, table = '', name = ''] of tables) {
		const members = rows.get(name) ?? {}
		const found = await asOwner<Column>(database, tableColumns, [`public.${table}`])
		const columns = found.map((column) => ({
			...column,
			nullable: column.nullable && !neverNull[table]?.includes(column.name),
		}))
		declared[table] = members
		expected[table] = Object.fromEntries(columns.map((column) => [column.name, toMember(column, members[column.name])]))
	}
	expect(declared).toEqual(expected)
})

it('the row types of views and functions have their columns', async () => {
	const view = readTypes(await source('database-types.ts')).get('PublicTestimonialRow') ?? {}
	const columns = await asOwner<Column>(database, tableColumns, ['public.public_testimonials'])
	expect(Object.keys(view).sort()).toEqual(columns.map(({ name }) => name).sort())
	const account = readTypes(await source('account-rows.ts'))
	for (const [name, type] of [
		['my_sessions', 'SessionRow'],
		['spaces_without_me', 'SpaceDeletionOutcome'],
	] as const) {
		const [row] = await asOwner<{ names: string[] }>(
			database,
			'select proargnames as names from pg_proc where oid = $1::regproc',
			[`public.${name}`],
		)
		expect(Object.keys(account.get(type) ?? {})).toEqual(row?.names)
	}
})
