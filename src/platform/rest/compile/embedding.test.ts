import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Library, openLibrary } from '#test/support/rest/library.ts'
import { asOwner } from '#test/support/test-database.ts'

const owner = '00000000-0000-4000-8000-00000000000a'
let library: Library
beforeAll(async () => {
	library = await openLibrary({ maxRows: 3 })
	await asOwner(
		library.database,
		`create table public.covers (id int primary key, book_id int unique references public.books (id), colour text);
		create table public.loans (id int primary key, book_id int references public.books (id), genre_id int references public.genres (id));
		create table public.visits (book_id int references public.books (id), at date, primary key (book_id, at)) partition by range (at);
		create table public.visits_2026 partition of public.visits for values from ('2026-01-01') to ('2027-01-01');
		create table public.remarks (id int primary key, book_id int references public.books (id), owner uuid, body text);
		alter table public.remarks enable row level security;
		create policy own on public.remarks for select to authenticated using (owner = auth.uid());
		create view public.signed with (security_invoker = true) as
			select id, title, author_id, author_id as signed_by from public.books;
		insert into public.covers values (1, 1, 'red');
		insert into public.loans values (1, 1, 2);
		insert into public.visits values (1, '2026-05-01'), (1, '2026-06-01');
		insert into public.remarks values (1, 1, '${owner}', 'mine'), (2, 1, null, 'not mine');
		grant select on public.covers, public.loans, public.visits, public.remarks, public.signed to anon, authenticated;
		create function public.all_books() returns setof public.books language sql stable
			begin atomic select * from public.books order by id; end;
		grant execute on function public.all_books() to anon`,
	)
})
afterAll(() => library.close())

async function get(path: string, headers: Record<string, string> = {}) {
	const response = await library.request(path, { headers })
	return { status: response.status, body: (await response.json()) as unknown }
}
const rows = (body: unknown) => ({ status: 200, body })

describe('relationships', () => {
	it('a unique reference is a to-one relationship, and a key of two references makes a junction', async () => {
		expect(await get('/books?select=covers(colour)&id=eq.1')).toEqual(rows([{ covers: { colour: 'red' } }]))
		expect(await get('/covers?select=books(id)')).toEqual(rows([{ books: { id: 1 } }]))
		const plain = await get('/loans?select=books(id),genres(id)')
		expect(plain).toEqual(rows([{ books: { id: 1 }, genres: { id: 2 } }]))
		// `loans` refers to both as well, but its key is another: only `book_genres` joins them.
		expect(await get('/books?select=genres(id)&id=eq.1')).toEqual(rows([{ genres: [{ id: 1 }, { id: 3 }] }]))
	})

	it('a relationship can be named by its junction, with hint and join in any order', async () => {
		for (const embed of ['genres!book_genres!inner(id)', 'genres!inner!book_genres(id)'])
			expect(await get(`/books?select=id,${embed}&genres.id=eq.2`)).toEqual(rows([{ id: 3, genres: [{ id: 2 }] }]))
	})

	it('a view that shows a key column under several names has several relationships', async () => {
		const ambiguous = await get('/signed?select=authors(name)&id=eq.1')
		expect(ambiguous).toMatchObject({
			status: 300,
			body: {
				code: 'PGRST201',
				details: [
					{ relationship: 'books_author_id_fkey using signed(author_id) and authors(id)' },
					{ relationship: 'books_author_id_fkey using signed(signed_by) and authors(id)' },
				],
			},
		})
		expect(await get('/authors?select=signed(id)')).toMatchObject({ status: 300 })
		const named = rows([{ authors: { name: 'Ada' } }])
		expect(await get('/signed?select=authors!signed_by(name)&id=eq.1')).toEqual(named)
		expect(await get('/signed?select=authors:author_id(name)&id=eq.1')).toEqual(named)
	})

	it('partitioned tables have relationships in both directions', async () => {
		expect(await get('/books?select=visits(at)&visits.order=at.desc&id=eq.1')).toEqual(
			rows([{ visits: [{ at: '2026-06-01' }, { at: '2026-05-01' }] }]),
		)
		expect(await get('/visits?select=books(id)&limit=1')).toEqual(rows([{ books: { id: 1 } }]))
	})

	it('an embed has only the children that the caller may see', async () => {
		const headers = { authorization: `Bearer ${library.token({ sub: owner })}` }
		expect(await get('/books?select=remarks(body)&id=eq.1', headers)).toEqual(rows([{ remarks: [{ body: 'mine' }] }]))
		expect(await get('/books?select=remarks(body)&id=eq.1')).toEqual(rows([{ remarks: [] }]))
	})
})

describe('inside each parent', () => {
	it('filters, groups, order, limit and offset reach embeds at any depth, by alias or by name', async () => {
		const select = 'select=name,b:books!author_id(id,genres(id))&id=eq.1'
		const both = { b: { id: 1, genres: [{ id: 1 }, { id: 3 }] }, other: { id: 2, genres: [] } }
		expect(await get(`/authors?${select}&b.genres.id=eq.3&b.order=id`)).toEqual(
			rows([{ name: 'Ada', b: [{ id: 1, genres: [{ id: 3 }] }, both.other] }]),
		)
		expect(await get(`/authors?${select}&b.genres.order=id.desc&b.limit=1&b.order=id`)).toEqual(
			rows([{ name: 'Ada', b: [{ id: 1, genres: [{ id: 3 }, { id: 1 }] }] }]),
		)
		for (const name of ['b', 'books'])
			expect(await get(`/authors?${select}&${name}.offset=1&${name}.order=id.desc`)).toEqual(
				rows([{ name: 'Ada', b: [both.b] }]),
			)
		expect(await get(`/authors?${select}&b.not.or=(id.eq.1,id.eq.9)`)).toEqual(rows([{ name: 'Ada', b: [both.other] }]))
		expect(await get(`/authors?${select}&b.and=(id.gt.0,pages.lt.100)`)).toEqual(
			rows([{ name: 'Ada', b: [both.other] }]),
		)
	})

	it('a to-many spread keeps one order over all its columns', async () => {
		expect(await get('/books?select=...genres(gid:id,name)&genres.order=id.desc&id=eq.1')).toEqual(
			rows([{ gid: [3, 1], name: ['poetry', 'science'] }]),
		)
	})

	it('the maximum of rows applies to embeds and function results as to tables', async () => {
		const many = Array.from({ length: 5 }, (_, i) => ({ book_id: 2, at: `2026-02-0${i + 1}` }))
		await asOwner(
			library.database,
			`insert into public.visits select book_id, at from json_to_recordset($1) as x(book_id int, at date)`,
			[JSON.stringify(many)],
		)
		const embedded = await get('/books?select=visits(at)&id=eq.2')
		expect((embedded.body as { visits: unknown[] }[])[0]?.visits).toHaveLength(3)
		const called = await get('/rpc/all_books?select=id')
		expect(called).toEqual(rows([{ id: 1 }, { id: 2 }, { id: 3 }]))
	})
})

it('an estimated total is exact up to the maximum of rows and the planner’s above', async () => {
	await asOwner(library.database, 'analyze public.books')
	const range = async (path: string) => {
		const response = await library.request(path, { headers: { prefer: 'count=estimated' } })
		return response.headers.get('content-range')
	}
	expect(await range('/books?id=lt.3')).toBe('0-1/2')
	expect(await range('/books')).toBe('0-2/4')
})

it('rows returned by a write have their embeds, also after updates and deletes', async () => {
	const service = library.client('service_role')
	const changed = await service
		.from('books')
		.update({ pages: 91 })
		.eq('id', 2)
		.select('pages, author:authors!author_id(name)')
	expect(changed).toMatchObject({ data: [{ pages: 91, author: { name: 'Ada' } }], error: null })
	const deleted = await service.from('book_genres').delete().eq('book_id', 3).select('genres(name)')
	expect(deleted).toMatchObject({ data: [{ genres: { name: 'travel' } }], error: null })
})
