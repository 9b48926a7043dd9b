import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Library, openLibrary } from '#test/support/rest/library.ts'

let library: Library
beforeAll(async () => {
	library = await openLibrary({ aggregates: true })
})
afterAll(() => library.close())

/** Codes that only a wrongly compiled statement can cause, or a fault of the program. */
const ourFault = /^(08|42601|42P02|42P18|42702|42704|42712|XX|PGRSTX)/

const word = fc.oneof(
	fc.constantFrom('x', '1', 'Ada', '{1,2}', '[1,3)', '', '*', 'null', '{"a":1}'),
	fc.string({ unit: 'binary', maxLength: 6 }),
)
const alias = word.map((text) => `"${text.replace(/[\\"]/g, '\\$&')}":`)
const column = fc.constantFrom(
	'id',
	'title',
	'author_id',
	'pages',
	'price',
	'binding',
	'shelved',
	'full_title',
	'title->a->>b',
	'shelved->0',
)
const item = fc.oneof(
	column,
	fc.tuple(alias, column).map((parts) => parts.join('')),
	fc
		.tuple(column, fc.constantFrom('::text', '::jsonb', '.count()', '.max()::text', '::text.min()'))
		.map((parts) => parts.join('')),
	fc.constantFrom(
		'*',
		'count()',
		'n:count()',
		'genres(name)',
		'genres!inner(*,books(id))',
		'g:genres()',
		'...genres(name)',
		'book_details(*)',
		'book_genres(count)',
		'co_books(id,title)',
		'first_genre(*)',
	),
	fc
		.tuple(alias, column)
		.map(([name, field]) => `${name}author_id(name,books!author_id(${name}id,title))${field ? '' : ''}`),
	fc.tuple(alias).map(([name]) => `...author_id(${name}name,data->city)`),
)
const test = fc.oneof(
	fc
		.tuple(
			fc.constantFrom(
				'eq',
				'neq',
				'gt',
				'like',
				'ilike',
				'match',
				'cs',
				'ov',
				'sl',
				'isdistinct',
				'not.eq',
				'eq(any)',
				'like(all)',
				'wfts',
				'plfts(english)',
			),
			word,
		)
		.map((parts) => parts.join('.')),
	fc.tuple(word, word).map(([a, b]) => `in.("${a.replace(/[\\"]/g, '\\$&')}","${b.replace(/[\\"]/g, '\\$&')}")`),
	fc.constantFrom('is.null', 'not.is.true', 'is.unknown'),
)
const key = fc.oneof(column, fc.constantFrom('genres.name', 'genres', 'g', 'author_id.name'))
const order = fc.constantFrom(
	'id',
	'title.desc.nullslast,id',
	'price->a',
	'full_title',
	'first_genre(name)',
	'book_details(summary).desc',
)
const more = fc.array(
	fc.oneof(
		fc.tuple(key, test),
		fc
			.tuple(column, test)
			.map(([name, value]): [string, string] => ['or', `(${name}.${value},not.and(id.gt.1,id.is.null))`]),
		order.map((value): [string, string] => ['order', value]),
		fc.constantFrom<[string, string]>(
			['limit', '2'],
			['offset', '1'],
			['limit', '0'],
			['genres.order', 'name'],
			['genres.limit', '1'],
		),
	),
	{ maxLength: 3 },
)
const headers = fc.record({
	accept: fc.constantFrom(
		'application/json',
		'text/csv',
		'application/vnd.pgrst.object+json',
		'application/vnd.pgrst.array+json;nulls=stripped',
	),
	prefer: fc.constantFrom('', 'count=exact', 'count=estimated', 'count=planned'),
})

const outcomes = { good: 0, refused: 0 }

/** Sends a request; what comes back may be a refusal but never our own mistake. */
async function survives(path: string, init: RequestInit): Promise<void> {
	const response = await library.request(path, init)
	const text = await response.text()
	if (response.ok) outcomes.good++
	else {
		outcomes.refused++
		const { code } = JSON.parse(text) as { code: string }
		expect(`${code} ${path} ${text}`).not.toMatch(ourFault)
	}
}

it('every generated read compiles to a statement that PostgreSQL accepts', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(item, { minLength: 1, maxLength: 4 }), more, headers, async (items, pairs, sent) => {
			const query = new URLSearchParams([['select', items.join(',')], ...pairs])
			await survives(`/books?${query}`, { headers: sent })
		}),
		{ numRuns: 400 },
	)
	expect(outcomes.good).toBeGreaterThan(80)
})

it('every generated write compiles to a statement that PostgreSQL accepts', async () => {
	const value = fc.oneof(fc.integer({ min: 0, max: 5 }), fc.constant(null), word, fc.constant({ a: [1] }))
	const row = fc.dictionary(fc.constantFrom('title', 'pages', 'price', 'lent', 'shelved', 'author_id'), value, {
		maxKeys: 3,
	})
	const prefer = fc.constantFrom(
		'return=representation',
		'return=minimal',
		'return=headers-only',
		'return=representation,missing=default',
		'return=representation,resolution=merge-duplicates',
		'count=exact',
	)
	const method = fc.constantFrom('POST', 'PATCH', 'DELETE')
	const columns = fc.constantFrom('', '&columns=title,author_id,pages', '&on_conflict=isbn')
	await fc.assert(
		fc.asyncProperty(
			method,
			fc.array(row, { maxLength: 2 }),
			fc.array(item, { maxLength: 3 }),
			prefer,
			columns,
			async (verb, rows, items, prefer, more) => {
				const body = JSON.stringify(verb === 'PATCH' ? (rows[0] ?? {}) : rows)
				const select = items.length > 0 ? items.join(',') : 'id'
				await survives(`/books?select=${encodeURIComponent(select)}&id=eq.${verb === 'POST' ? '1' : '2'}${more}`, {
					method: verb,
					headers: {
						apikey: library.deps.keys.serviceRoleKey,
						'content-type': 'application/json',
						prefer,
					},
					...(verb === 'DELETE' ? {} : { body }),
				})
			},
		),
		{ numRuns: 300 },
	)
})
