import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildCatalog } from '#platform/rest/catalog/build-catalog.ts'
import { findRelation, type Relation } from '#platform/rest/catalog/catalog.ts'
import type { ColumnRow, RelationRow } from '#platform/rest/catalog/catalog-queries.ts'
import { RestError } from '#platform/rest/errors.ts'
import { parsePayload } from '#platform/rest/parse/parse-payload.ts'
import { parseQuery } from '#platform/rest/parse/parse-query.ts'
import { buildQueryTree } from '#platform/rest/parse/query-tree.ts'
import { compileDelete, compileInsert, compileUpdate } from './compile-dml.ts'
import { compileRead } from './compile-read.ts'
import { compileWrite } from './compile-write.ts'
import { Compiler } from './compiler.ts'

const limits = { maxRows: 1000, maxAnswerBytes: 1_000_000, aggregates: true }
const array = { kind: 'array', stripNulls: false } as const

function columnRow(name: string, type: string, number: number): ColumnRow {
	return { number, name, type, base: type, notNull: false }
}

function relationRow(oid: string, name: string, columns: Record<string, string>): RelationRow {
	return {
		oid,
		schema: 'public',
		name,
		isView: false,
		comment: null,
		operations: 28,
		columns: Object.entries(columns).map(([column, type], i) => columnRow(column, type, i + 1)),
	}
}

const catalog = await buildCatalog(
	{
		relations: [
			relationRow('1', 'shelf', { id: 'int4', label: 'text', data: 'jsonb' }),
			relationRow('2', 'book', { id: 'int4', shelf_id: 'int4', title: 'text' }),
		],
		constraints: [
			{
				name: 'shelf_pkey',
				kind: 'p',
				relation: '1',
				columns: [1],
				target: null,
				target_columns: null,
			},
			{
				name: 'book_shelf_fkey',
				kind: 'f',
				relation: '2',
				columns: [2],
				target: '1',
				target_columns: [1],
			},
		],
		rules: [],
		routines: [],
		types: [{ schema: 'pg_catalog', name: 'text', spelling: 'text' }],
		mediaAggregates: [],
		geoJson: [],
		representations: [],
		searchConfigs: [{ name: 'english', literal: "'pg_catalog.english'" }],
	},
	['public'],
)

function relation(name: string): Relation {
	const found = findRelation(catalog, 'public', name)
	if (!found) throw new Error(name)
	return found
}

/** Compiles a query string on the table `shelf`. */
function read(query: string, form: Parameters<typeof compileRead>[3] = array) {
	return compileRead(
		new Compiler(catalog, limits),
		buildQueryTree(parseQuery(query)),
		relation('shelf'),
		form,
		undefined,
	)
}

describe('a read', () => {
	it('a read names columns and binds values', () => {
		const { text, values } = read(
			'select=id,label&id=eq.5&label=in.(a,"b""c")&order=id.desc&limit=3&offset=6'.replace('"b""c"', '"b\\"c"'),
		)
		expect(text).toContain(
			'from (select t0."id" as "id", t0."label" as "label" from "public"."shelf" as t0 where t0."id" = $2 and t0."label" = any($3) order by t0."id" desc limit 3 offset $1)',
		)
		expect(values).toContain('{"a","b\\"c"}')
		expect(values).toContain('5')
	})

	it('a usual limit is part of the text, as PostgreSQL plans each request anew for one that it does not know', () => {
		expect(read('select=id&limit=100').text).toContain('limit 100)')
		expect(read('select=id,book(title)&book.limit=7').text).toContain('limit 7)')
		const unusual = read('select=id&limit=101')
		expect(unusual.text).toContain('limit $1)')
		expect(unusual.values).toContain(101)
	})

	it('names of the caller are bound in a read', () => {
		const { text, values } = read('select=mine:id,data->>deep')
		expect(text).toContain('json_build_object($')
		expect(text).not.toContain('mine')
		expect(text).not.toContain('deep')
		expect(values).toEqual(expect.arrayContaining(['mine', 'deep']))
	})

	it('an embed is one correlated subquery', () => {
		const { text } = read('select=id,book(title)')
		expect(text).toContain(
			`(select coalesce(json_agg(r2.*), '[]') from (select t1."title" as "title" from "public"."book" as t1 where t1."shelf_id" = t0."id" limit 1000) r2) as "book"`,
		)
	})
})

describe('a write', () => {
	it('a write binds its rows as one value', () => {
		const c = new Compiler(catalog, limits)
		const level = buildQueryTree(parseQuery('select=id'))
		const payload = parsePayload('[{"id":1,"label":"x"}]', null, undefined)
		const options = {
			resolution: undefined,
			onConflict: undefined,
			missingDefault: false,
			match: [],
		}
		const change = compileInsert(c, relation('shelf'), payload, options)
		const { text, values } = compileWrite(c, level, relation('shelf'), change, 'representation', array)
		expect(text).toContain(
			'with src as (insert into "public"."shelf" as t0 ("id", "label") select b."id", b."label" from json_to_recordset($1::json) as b("id" int4, "label" text) returning t0."id")',
		)
		expect(values).toEqual(['[{"id":1,"label":"x"}]'])
	})

	it('a write returns only columns that the answer shows', () => {
		const c = new Compiler(catalog, limits)
		const level = buildQueryTree(parseQuery('id=eq.1'))
		const change = compileDelete(c, level, relation('shelf'))
		const { text } = compileWrite(c, level, relation('shelf'), change, 'minimal', array)
		expect(text).toContain('delete from "public"."shelf" as t0 where t0."id" = $1 returning 1)')
	})
})

/** The words that a compiled text may hold beside quoted identifiers of the catalog and placeholders. */
const known = new Set([
	'id',
	'label',
	'data',
	'shelf_id',
	'title',
	'shelf',
	'book',
	'public',
	'pg_catalog',
	'text',
	'count',
	'sum',
	'avg',
	'min',
	'max',
	'book_shelf_fkey',
])
const literals = new Set([
	"'[]'",
	"'null'",
	"'id'",
	"'label'",
	"'data'",
	"'shelf_id'",
	"'title'",
	"'book'",
	"'count'",
	"'sum'",
	"'response.headers'",
	"'response.status'",
	"'rest.inserted'",
	"''",
	"'0'",
	"'\\n'",
	"'pg_catalog.english'",
	"'max'",
	"'min'",
	"'avg'",
	"'book_shelf_fkey'",
])

function onlyOurs(text: string): void {
	const rest = text
		.replace(/"((?:[^"]|"")*)"/g, (_, name: string) => {
			expect(known).toContain(name)
			return ' '
		})
		.replace(/'(?:[^']|'')*'/g, (literal) => {
			expect(literals).toContain(literal)
			return ' '
		})
	expect(rest).toMatch(/^[a-z0-9_$ ().,*:=<>~@&|+\-!\n[\]E]*$/)
	expect(rest).not.toMatch(/--|\/\*|;/)
}

it('the text of a caller never becomes part of a statement', () => {
	const evil = fc.oneof(
		fc.constantFrom(
			'"; drop table x; --',
			"' or 1=1 --",
			'/*',
			'$1',
			'\u0000',
			'__proto__',
			'constructor',
			'a"b',
			"a'b",
			'\\',
			'evil',
		),
		fc.string({ unit: 'binary', maxLength: 12 }),
	)
	const quoted = evil.map((text) => `"${text.replace(/[\\"]/g, '\\$&')}"`)
	const column = fc.constantFrom('id', 'label', 'data', 'data->a', 'data->>b')
	const item = fc.oneof(
		column,
		fc.tuple(quoted, column).map(([alias, name]) => `${alias}:${name}`),
		fc.tuple(column, quoted).map(([name, key]) => `data->${key}->>${key}${name ? '' : ''}`),
		fc.constantFrom(
			'*',
			'count()',
			'book(*)',
			'book(count)',
			'...book(title)',
			'x:book!inner(title)',
			'id.sum()',
			'id::text',
		),
		quoted.map((alias) => `${alias}:book(${alias}:title)`),
	)
	const filter = fc.oneof(
		fc
			.tuple(column, fc.constantFrom('eq', 'like', 'cs', 'match', 'isdistinct', 'not.gt', 'fts', 'eq(any)'), evil)
			.map(([name, op, value]): [string, string] => [name, `${op}.${value}`]),
		fc.tuple(column, quoted).map(([name, value]): [string, string] => [name, `in.(${value},${value})`]),
		fc
			.tuple(column, quoted)
			.map(([name, value]): [string, string] => ['or', `(${name}.eq.${value},not.and(${name}.is.null))`]),
	)
	fc.assert(
		fc.property(
			fc.array(item, { minLength: 1, maxLength: 5 }),
			fc.array(filter, { maxLength: 4 }),
			(items, filters) => {
				const query = new URLSearchParams([['select', items.join(',')], ...filters])
				try {
					for (const kind of ['array', 'object', 'csv', 'none'] as const)
						onlyOurs(read(query.toString(), { kind, stripNulls: false }).text)
					const c = new Compiler(catalog, limits)
					const level = buildQueryTree(parseQuery(query.toString()))
					const payload = parsePayload('{"label":"x"}', null, undefined)
					const change = compileUpdate(c, level, relation('shelf'), payload, false)
					onlyOurs(compileWrite(c, level, relation('shelf'), change, 'representation', array).text)
				} catch (error) {
					if (!(error instanceof RestError)) throw error
				}
			},
		),
		{ numRuns: 300 },
	)
})

it('names that the catalog does not have are refused', () => {
	for (const query of [
		'select="id""x"',
		'select=__proto__',
		'constructor=eq.1',
		'order=toString',
		'select=id::"text"',
		'select=a\u0000',
	])
		expect(() => read(query)).toThrow(RestError)
	const payload = parsePayload('{"__proto__":1}', null, undefined)
	const options = { resolution: undefined, onConflict: undefined, missingDefault: false, match: [] }
	expect(() => compileInsert(new Compiler(catalog, limits), relation('shelf'), payload, options)).toThrow(
		/Could not find the '__proto__' column/,
	)
})
