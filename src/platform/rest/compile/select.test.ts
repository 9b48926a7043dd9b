import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Library, openLibrary } from '#test/support/rest/library.ts'

let library: Library
beforeAll(async () => {
	library = await openLibrary()
})
afterAll(() => library.close())

/** Data of a select that must succeed. */
async function select(table: string, columns: string, more = '') {
	const response = await library.request(`/${table}?select=${encodeURIComponent(columns)}${more && `&${more}`}`)
	const body: unknown = await response.json()
	expect({ status: response.status, body }).toMatchObject({ status: 200 })
	return body
}

describe('select', () => {
	it('a read without select gives all columns of all rows', async () => {
		const { data, error } = await library.client().from('genres').select().order('id')
		expect(error).toBeNull()
		expect(data).toEqual([
			{ id: 1, name: 'science' },
			{ id: 2, name: 'travel' },
			{ id: 3, name: 'poetry' },
		])
	})

	it.each([
		['a column', 'title', [{ title: 'Engines' }]],
		['an alias', 'name:title', [{ name: 'Engines' }]],
		['an alias and a cast', 'p:pages::text', [{ p: '320' }]],
		['a computed column', 'id,full_title', [{ id: 1, full_title: 'Engines (320)' }]],
		['the parent', 'author:authors!author_id(name)', [{ author: { name: 'Ada' } }]],
		['the parent by its column', 'author_id(name)', [{ author_id: { name: 'Ada' } }]],
		[
			'the parent by its constraint',
			'books_editor_id_fkey(id,name)',
			[{ books_editor_id_fkey: { id: 2, name: 'Bo' } }],
		],
		['a one-to-one child', 'book_details(summary)', [{ book_details: { summary: 'Cogs.' } }]],
		['many to many', 'genres(name)', [{ genres: [{ name: 'science' }, { name: 'poetry' }] }]],
		['the junction', 'book_genres(genre_id)', [{ book_genres: [{ genre_id: 1 }, { genre_id: 3 }] }]],
		['a computed relationship', 'co_books(title)', [{ co_books: [{ title: 'Notes' }] }]],
		['a computed to-one', 'first_genre(name)', [{ first_genre: { name: 'science' } }]],
		['a to-one spread', 'title,...author_id(author:name)', [{ title: 'Engines', author: 'Ada' }]],
		['a to-many spread', 'title,...genres(name)', [{ title: 'Engines', name: ['science', 'poetry'] }]],
		['an embed of nothing', 'id,genres()', [{ id: 1 }]],
		['embeds of nothing in each other', 'id,authors!author_id(books!author_id(genres()))', [{ id: 1 }]],
		['the count of children', 'genres(count)', [{ genres: [{ count: 2 }] }]],
		[
			'nested embeds',
			'author_id(name,books!author_id(id))',
			[{ author_id: { name: 'Ada', books: [{ id: 1 }, { id: 2 }] } }],
		],
	])('selects %s', async (_, columns, expected) => {
		expect(await select('books', columns, 'id=eq.1')).toEqual(expected)
	})

	it.each([
		['a JSON key', 'data->city', { city: 'London' }],
		['a JSON text', 'where:data->>city', { where: 'London' }],
		['an element', 'data->likes->0', { likes: 'tea' }],
		['a deep key', 'data->likes->1->deep', { deep: 7 }],
		['from the end', 'data->likes->-1->>deep', { deep: '7' }],
		['an array column as JSON', 'tags->0', { tags: 'math' }],
	])('select reads %s', async (_, columns, expected) => {
		expect(await select('authors', columns, 'id=eq.1')).toEqual([expected])
	})

	it('a self-reference can be embedded in both directions', async () => {
		expect(await select('authors', 'name,mentor_id(name),authors(name)', 'id=eq.1')).toEqual([
			{ name: 'Ada', mentor_id: null, authors: [{ name: 'Bo' }, { name: 'Cy' }] },
		])
		expect(await select('authors', 'name,m:mentor_id(name)', 'id=eq.2')).toEqual([{ name: 'Bo', m: { name: 'Ada' } }])
	})

	it('views can embed and be embedded', async () => {
		expect(await select('book_list', 'title,authors(name)', 'id=eq.3')).toEqual([
			{ title: 'Fjords', authors: { name: 'Bo' } },
		])
		expect(await select('authors', 'name,book_list(title)', 'id=eq.2')).toEqual([
			{ name: 'Bo', book_list: [{ title: 'Fjords' }, { title: 'a_b%c, "d"' }] },
		])
	})

	it('inner embeds filter parents, and filters of embeds filter children', async () => {
		expect(await select('books', 'title,genres!inner(name)', 'genres.name=eq.travel')).toEqual([
			{ title: 'Fjords', genres: [{ name: 'travel' }] },
		])
		expect(await select('books', 'id,genres(name)', 'genres.name=eq.poetry&id=lt.3&order=id')).toEqual([
			{ id: 1, genres: [{ name: 'poetry' }] },
			{ id: 2, genres: [] },
		])
		expect(await select('books', 'id,genres()', 'genres=is.null&order=id')).toEqual([{ id: 2 }, { id: 4 }])
		expect(await select('books', 'id,g:genres()', 'g=not.is.null&order=id.desc')).toEqual([{ id: 3 }, { id: 1 }])
	})

	it('order, limit and offset of an embed apply inside each parent', async () => {
		expect(
			await select('authors', 'id,books!author_id(id)', 'books.order=id.desc&books.limit=1&order=id&limit=2'),
		).toEqual([
			{ id: 1, books: [{ id: 2 }] },
			{ id: 2, books: [{ id: 4 }] },
		])
	})

	it('rows can be ordered by a column of a to-one embed', async () => {
		expect(await select('books', 'id,a:authors!author_id(name)', 'order=a(name).desc,id.desc')).toEqual(
			[4, 3, 2, 1].map((id) => ({ id, a: { name: id > 2 ? 'Bo' : 'Ada' } })),
		)
	})

	it('a count groups by the plain columns', async () => {
		expect(await select('books', 'author_id,count()', 'order=author_id')).toEqual([
			{ author_id: 1, count: 2 },
			{ author_id: 2, count: 2 },
		])
		expect(await select('books', 'n:count()')).toEqual([{ n: 4 }])
		const byName = (order: string) =>
			select('books', 'count(),...authors!author_id(by:name)', `order=authors(name)${order}`)
		expect(await byName('')).toEqual([
			{ count: 2, by: 'Ada' },
			{ count: 2, by: 'Bo' },
		])
		expect(await byName('.desc')).toMatchObject([{ by: 'Bo' }, { by: 'Ada' }])
		// Neither JSON can be compared: groups are by what it depends on.
		expect(await select('books', 'count(),...authors!author_id(name,books!author_id(id))')).toEqual(
			await select('books', 'count(),..authors!author_id(name,books!author_id(id))'),
		)
		expect(await select('authors', 'id,count(),...books!author_id(titles:title)')).toHaveLength(3)
	})

	it('aliases that are no identifiers are kept as they are', async () => {
		const long = 'k'.repeat(100)
		expect(await select('genres', `"__proto__":id,"x'; --":name`, 'id=eq.1')).toEqual([
			JSON.parse(`{"__proto__":1,"x'; --":"science"}`),
		])
		expect(await select('genres', `${long}:name`, 'id=eq.1')).toEqual([{ [long]: 'science' }])
	})

	it('more than fifty keys are answered in their order', async () => {
		const columns = Array.from({ length: 60 }, (_, i) => `key_${i}:id`).join(',')
		const [row] = (await select('genres', columns, 'id=eq.2')) as Record<string, number>[]
		expect(Object.keys(row ?? {})).toEqual(Array.from({ length: 60 }, (_, i) => `key_${i}`))
	})

	it('tables and columns with unusual names can be read', async () => {
		const { data } = await library.client().from('odd "names"').select('"a key","select","--"')
		expect(data).toEqual([{ 'a key': 1, select: 'x', '--': 'y' }])
		const foreign = await library.request(`/${encodeURIComponent('Zażółć/数')}?id=eq.1`)
		expect([foreign.status, await foreign.json()]).toEqual([200, []])
	})
})
