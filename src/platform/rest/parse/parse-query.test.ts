import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RestError } from '#platform/rest/errors.ts'
import { parseCsv } from './csv.ts'
import { maxQueryLength, parseQuery } from './parse-query.ts'
import { parseSelect } from './parse-select.ts'

/** A plain column as the parser gives it. */
const field = (name: string, more: object = {}) => ({
	kind: 'field',
	field: { name, path: [] },
	...more,
})

describe('select', () => {
	it.each([
		['', [{ kind: 'star' }]],
		['*', [{ kind: 'star' }]],
		['a,b', [field('a'), field('b')]],
		[' a , b ', [field('a'), field('b')]],
		['a b,c-d', [field('a b'), field('c-d')]],
		['"a,b","c""', 'error'],
		['"a\\"b\\\\"', [field('a"b\\')]],
		['x:a::text', [field('a', { alias: 'x', cast: 'text' })]],
		['a::double precision', [field('a', { cast: 'double precision' })]],
		['count()', [{ kind: 'count' }]],
		['n:count()::text', [{ kind: 'count', alias: 'n', cast: 'text' }]],
		['a.sum()', [field('a', { aggregate: 'sum' })]],
		['a::int.avg()::text', [field('a', { cast: 'int', aggregate: 'avg', aggregateCast: 'text' })]],
		[
			'a->b->>0->-1',
			[
				{
					kind: 'field',
					field: {
						name: 'a',
						path: [
							{ arrow: '->', key: 'b' },
							{ arrow: '->>', key: 0 },
							{ arrow: '->', key: -1 },
						],
					},
				},
			],
		],
		['t(a)', [{ kind: 'embed', target: 't', spread: false, items: [field('a')] }]],
		['t()', [{ kind: 'embed', target: 't', spread: false, items: [] }]],
		[
			'x:t!hint!inner(a)',
			[
				{
					kind: 'embed',
					target: 't',
					alias: 'x',
					hint: 'hint',
					join: 'inner',
					spread: false,
					items: [field('a')],
				},
			],
		],
		[
			't!left!hint(a)',
			[
				{
					kind: 'embed',
					target: 't',
					hint: 'hint',
					join: 'left',
					spread: false,
					items: [field('a')],
				},
			],
		],
		['...t(a)', [{ kind: 'embed', target: 't', spread: true, items: [field('a')] }]],
		['a,', 'error'],
		[',a', 'error'],
		['a!b', 'error'],
		['t(', 'error'],
		['a::', 'error'],
		['a->', 'error'],
		['a->>-x', 'error'],
		['a.median()', 'error'],
		["a';drop", 'error'],
		['a"b"', 'error'],
	])('%s', (text, expected) => {
		const parse = () => parseSelect(text)
		if (expected === 'error') expect(parse).toThrow(RestError)
		else expect(parse()).toEqual(expected)
	})
})

describe('filters', () => {
	it('a filter has operators, negation and quotes', () => {
		const { conditions } = parseQuery('a=not.in.("x,y",z)&b.c=eq.1.5,2&or=(d.eq."1,2",not.and(e.is.NULL,f.cs.{1,2}))')
		expect(conditions).toEqual([
			{
				path: [],
				condition: {
					kind: 'filter',
					negated: true,
					field: { name: 'a', path: [] },
					test: { op: 'in', values: ['x,y', 'z'] },
				},
			},
			{
				path: ['b'],
				condition: {
					kind: 'filter',
					negated: false,
					field: { name: 'c', path: [] },
					test: { op: 'eq', value: '1.5,2' },
				},
			},
			{
				path: [],
				condition: {
					kind: 'or',
					negated: false,
					conditions: [
						{
							kind: 'filter',
							negated: false,
							field: { name: 'd', path: [] },
							test: { op: 'eq', value: '1,2' },
						},
						{
							kind: 'and',
							negated: true,
							conditions: [
								{
									kind: 'filter',
									negated: false,
									field: { name: 'e', path: [] },
									test: { op: 'is', truth: 'null' },
								},
								{
									kind: 'filter',
									negated: false,
									field: { name: 'f', path: [] },
									test: { op: 'cs', value: '{1,2}' },
								},
							],
						},
					],
				},
			},
		])
	})

	it.each([
		'a=1',
		'a=eq',
		'a=is.maybe',
		'a=in.1',
		'a=in.(1',
		'a=cs(any).{1}',
		'or=()',
		'or=(a)',
		'or=a.eq.1',
		'a..b=eq.1',
		'->x=eq.1',
	])('refuses %s', (query) => {
		expect(() => parseQuery(query)).toThrow(RestError)
	})

	it('a reserved word in quotes is a column', () => {
		const { conditions, orders } = parseQuery('"order"=eq.1&t."or"=eq.2&"limit"=gt.3&order=a')
		expect(conditions.map(({ path, condition }) => [path, condition])).toMatchObject([
			[[], { kind: 'filter', field: { name: 'order' } }],
			[['t'], { kind: 'filter', field: { name: 'or' } }],
			[[], { kind: 'filter', field: { name: 'limit' } }],
		])
		expect(orders).toHaveLength(1)
	})

	it('a condition can be negated before and after its column', () => {
		const { conditions } = parseQuery('or=(not.a.is.null,not.b.not.eq.1,not.eq.2,json->>k.eq.x)')
		expect(conditions[0]?.condition).toMatchObject({
			conditions: [
				{ negated: true, field: { name: 'a' }, test: { op: 'is', truth: 'null' } },
				{ negated: false, field: { name: 'b' } },
				{ negated: false, field: { name: 'not' }, test: { op: 'eq', value: '2' } },
				{ negated: false, field: { name: 'json' } },
			],
		})
	})

	it('a JSON key may have any characters without a meaning in the grammar', () => {
		const [path] = parseQuery('data->!@#$%^*_d->>!@x-y-_e=eq.3').conditions.map(({ condition }) =>
			condition.kind === 'filter' ? condition.field.path : [],
		)
		expect(path).toEqual([
			{ arrow: '->', key: '!@#$%^*_d' },
			{ arrow: '->>', key: '!@x-y-_e' },
		])
	})

	it.each([
		['order=id.smth', 4, 'unexpected "s" expecting "asc", "desc", "nullsfirst" or "nullslast"'],
		['order=id.asc.smth', 8, 'unexpected "s" expecting "nullsfirst" or "nullslast"'],
		['order=id.asc.nullslasttt', 17, `unexpected 't' expecting "," or end of input`],
		['select=data->(x', 7, 'unexpected "(" expecting "-", digit or any non reserved character'],
		['or=()', 4, 'unexpected ")" expecting field name (* or [a..z0..9_$]), negation operator'],
		['not.and=(a.eq.1,)', 16, 'unexpected ")" expecting field name'],
		['or=(a.foo.1)', 6, 'unexpected "f" expecting "not" or operator (eq, gt, ...)'],
		['a=not.foo.1', 5, 'unexpected "f" expecting operator (eq, gt, ...)'],
		['a=0', 1, 'unexpected "0" expecting "not" or operator (eq, gt, ...)'],
		['a=nope.1', 1, 'unexpected "p" expecting "not" or operator (eq, gt, ...)'],
		['a=', 1, 'unexpected end of input expecting "not" or operator (eq, gt, ...)'],
	])('says where %s goes wrong, counted with its key', (query, column, details) => {
		const parse = () => parseQuery(query)
		expect(parse).toThrow(`(line 1, column ${column})`)
		expect(parse).toThrow(expect.objectContaining({ details: expect.stringContaining(details) }) as Error)
	})

	it('arguments and filters differ by their value', () => {
		const query = parseQuery('a=1&b=eq.2&limit=3&x.order=y', (_, value) => !value.startsWith('eq.'))
		expect(query.arguments).toEqual([['a', '1']])
		expect(query.conditions).toHaveLength(1)
		expect(query.limits).toEqual([{ path: [], limit: 3 }])
		expect(query.orders[0]?.path).toEqual(['x'])
	})
})

it('limit and offset take any integer, and a negative one is a range error', () => {
	const { limits } = parseQuery('limit=99999999999999999999&x.offset=9223372036854775807')
	expect(limits.map((one) => one.limit ?? one.offset)).toEqual([10 ** 15, 10 ** 15])
	for (const query of ['limit=-99999999999999999999', 'x.offset=-1'])
		expect(() => parseQuery(query)).toThrow('Requested range not satisfiable')
	expect(() => parseQuery('limit=1e3')).toThrow('failed to parse limit')
})

describe('limits', () => {
	it.each([
		['length', `a=eq.${'x'.repeat(300_000)}`],
		['length of select', `select=${'a,'.repeat(150_000)}`],
		['depth of embeds', `select=${'a('.repeat(50)}b${')'.repeat(50)}`],
		['depth of conditions', `or=(${'and('.repeat(50)}a.eq.1${')'.repeat(50)})`],
		['number of columns', `select=${Array.from({ length: 600 }, (_, i) => `a${i}`).join(',')}`],
		['number of keys', Array.from({ length: 600 }, (_, i) => `a${i}=eq.1`).join('&')],
		['number of conditions', `or=(${Array.from({ length: 600 }, () => 'a.eq.1').join(',')})`],
		['depth of a path', `${'a.'.repeat(30)}b=eq.1`],
		['steps into JSON', `select=a${'->b'.repeat(60)}`],
	])('bounds the %s', (_, query) => {
		expect(() => parseQuery(query)).toThrow(RestError)
	})
})

it('parsing any text ends with a tree or an error', () => {
	const piece = fc.oneof(
		fc.constantFrom(
			'select',
			'or',
			'and',
			'not',
			'order',
			'in',
			'is',
			'eq',
			'a',
			'__proto__',
			'count',
			'->',
			'->>',
			'::',
			'()',
			'...',
			'!',
			'%00',
		),
		fc.constantFrom('(', ')', ',', '.', '=', '&', '"', '\\', '*', ':', '{', '}', '-', ' ', "'", ';', '%22', '+'),
		fc.string({ unit: 'binary', maxLength: 5 }),
	)
	fc.assert(
		fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
			const text = pieces.join('')
			for (const query of [text, `select=${text}`, `or=(${text})`, `a=${text}`, `order=${text}`]) {
				try {
					parseQuery(query)
				} catch (error) {
					if (!(error instanceof RestError)) throw error
				}
			}
		}),
		{ numRuns: 1500 },
	)
	expect(maxQueryLength).toBeGreaterThan(8000)
})

it('any CSV that follows RFC 4180 can be parsed', () => {
	const cell = fc.string({ unit: 'binary', maxLength: 8 })
	fc.assert(
		fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 }), (rows) => {
			const line = (cells: readonly string[]) => cells.map((c) => `"${c.replaceAll('"', '""')}"`).join(',')
			const text = [line(['a', 'b']), ...rows.map(line)].join('\r\n')
			expect(parseCsv(text)).toEqual(rows.map(([a, b]) => ({ a, b })))
		}),
	)
})
