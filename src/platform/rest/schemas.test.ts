import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Library, openLibrary } from '#test/support/rest/library.ts'
import { asOwner } from '#test/support/test-database.ts'

let library: Library
beforeAll(async () => {
	library = await openLibrary({ schemas: ['public', 'annex'], aggregates: true })
	await asOwner(
		library.database,
		`create schema annex; grant usage on schema annex to anon, service_role;
		create table annex.books (id int primary key, room text default 'north');
		create table annex.items (id int primary key, book_id int references public.books (id));
		create function annex.here() returns text language sql stable return current_setting('search_path');
		alter table annex.books enable row level security;
		create policy anyone on annex.books for all using (true) with check (true);
		grant select on annex.books, annex.items to anon; grant all on annex.books to service_role;
		grant execute on function annex.here() to anon;
		notify pgrst, 'reload schema'`,
	)
})
afterAll(() => library.close())

describe('several schemas', () => {
	it('a profile selects the schema, which the answer names', async () => {
		const annex = library.client('service_role').schema('annex')
		const made = await annex.from('books').insert({ id: 1 }).select()
		expect(made.data).toEqual([{ id: 1, room: 'north' }])
		const response = await library.request('/books', { headers: { 'accept-profile': 'annex' } })
		expect(response.headers.get('content-profile')).toBe('annex')
		expect(await response.json()).toEqual([{ id: 1, room: 'north' }])
		expect((await library.client().schema('annex').rpc('here')).data).toBe('"annex", "public", "extensions"')
		const plain = await library.request('/books?limit=1')
		expect(plain.headers.get('content-profile')).toBe('public')
	})

	it('relationships across schemas cannot be embedded', async () => {
		const { error } = await library.client().schema('annex').from('items').select('id,authors(id)')
		expect(error).toMatchObject({ code: 'PGRST200' })
	})
})

describe('aggregates, where the operator allows them', () => {
	it.each([
		['pages.sum()', [{ sum: 620 }]],
		['low:pages.min(),high:pages.max()::text', [{ low: 90, high: '320' }]],
		[
			'author_id,price.avg()::int',
			[
				{ author_id: 1, avg: 10 },
				{ author_id: 2, avg: 20 },
			],
		],
		[
			'pages.sum(),...author_id(name)',
			[
				{ sum: 410, name: 'Ada' },
				{ sum: 210, name: 'Bo' },
			],
		],
		[
			'lent,n:count()',
			[
				{ lent: false, n: 1 },
				{ lent: true, n: 1 },
				{ lent: null, n: 2 },
			],
		],
	] as [string, unknown[]][])('%s', async (select, expected) => {
		const response = await library.request(`/books?select=${select}`)
		const rows = (await response.json()) as unknown[]
		expect(rows).toHaveLength(expected.length)
		expect(rows).toEqual(expect.arrayContaining(expected))
	})

	it('aggregates work in embeds, and over the columns of a spread', async () => {
		const within = await library.request('/authors?select=name,books!author_id(pages.sum())&id=eq.1')
		expect(await within.json()).toEqual([{ name: 'Ada', books: [{ sum: 410 }] }])
		const over = await library.request('/books?select=author_id,...book_details(n:book_id.count())&order=author_id')
		expect(await over.json()).toEqual([
			{ author_id: 1, n: 1 },
			{ author_id: 2, n: 1 },
		])
	})
})
