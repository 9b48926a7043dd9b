import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Library, openLibrary } from '#test/support/rest/library.ts'
import { asOwner } from '#test/support/test-database.ts'

let library: Library
beforeAll(async () => {
	library = await openLibrary()
	await asOwner(
		library.database,
		`create table public.texts (id int primary key, words tsvector, notes jsonb, plain text);
		insert into public.texts values (1, to_tsvector('english', 'the engines'), '{"a":"loud"}', 'The engine'),
			(2, to_tsvector('english', 'water'), '{"a":"calm sea"}', 'the old sea');
		grant select on public.texts to anon`,
	)
})
afterAll(() => library.close())

/** Ids of the rows that a query string finds, in order. */
async function ids(table: string, query: string): Promise<number[]> {
	const order = query.includes('order=') ? '' : '&order=id'
	const response = await library.request(`/${table}?select=id&${query}${order}`)
	const body = (await response.json()) as { id: number }[]
	expect({ status: response.status, body }).toMatchObject({ status: 200 })
	return body.map(({ id }) => id)
}

describe('filters', () => {
	it.each([
		['id=eq.2', [2]],
		['id=neq.2', [1, 3, 4]],
		['id=gt.2', [3, 4]],
		['id=gte.2', [2, 3, 4]],
		['id=lt.2', [1]],
		['id=lte.2', [1, 2]],
		['id=not.eq.2', [1, 3, 4]],
		['id=gt.1&id=lt.4', [2, 3]],
		['title=eq.a_b%25c, "d"', [4]],
		['title=like.*o*', [2, 3]],
		['title=like.N%25', [2]],
		['title=ilike.n*', [2]],
		['title=match.^E', [1]],
		['title=imatch.^e', [1]],
		['title=like(any).{E*,N*}', [1, 2]],
		['title=like(all).{*o*,F*}', [3]],
		['id=eq(any).{1,4}', [1, 4]],
		['id=in.(1,3)', [1, 3]],
		['id=not.in.(1,3)', [2, 4]],
		['id=in.()', []],
		['title=in.("a_b%25c, \\"d\\"",Notes)', [2, 4]],
		['price=is.null', [4]],
		['price=is.NOT_NULL', [1, 2, 3]],
		['price=not.is.null', [1, 2, 3]],
		['lent=is.true', [1]],
		['lent=is.false', [2]],
		['lent=is.unknown', [3, 4]],
		['editor_id=isdistinct.2', [2, 3, 4]],
		['binding=eq.hard', [1]],
		['shelved=cs.[2,3)', [1]],
		['shelved=ov.[4,6)', [1, 2]],
		['shelved=sl.[6,8)', [1]],
		['shelved=sr.[1,3)', [2]],
		['shelved=nxr.[1,6)', [1]],
		['shelved=nxl.[3,6)', [2]],
		['shelved=adj.[9,10)', [2]],
		['or=(id.eq.1,id.eq.4)', [1, 4]],
		['or=(id.eq.1,and(id.gt.2,price.is.null))', [1, 4]],
		['and=(id.gt.1,not.or(id.eq.2,id.eq.3))', [4]],
		['not.or=(id.eq.1,id.eq.4)', [2, 3]],
		['not.and=(id.gt.1,id.lt.4)', [1, 4]],
		['or=(id.in.(1,2),title.like.F*)', [1, 2, 3]],
		['or=(title.eq."a_b%25c, \\"d\\"",id.not.gt.1)', [1, 4]],
		['or=(shelved.cs."[2,3)",id.eq.3)', [1, 3]],
		['full_title=like.*(90)', [2]],
		['title=fts.engine', [1]],
		['title=fts(english).engines', [1]],
		['title=not.plfts.engines', [2, 3, 4]],
		['title=wfts.notes or fjords', [2, 3]],
		['title=phfts(simple).notes', [2]],
	])('%s', async (query, expected) => {
		expect(await ids('books', query)).toEqual(expected)
	})

	it.each([
		['tags=cs.{verse}', [1, 2]],
		['tags=cd.{verse,prose}', [2, 3]],
		['tags=ov.{math,prose}', [1]],
		['tags=eq.{}', [3]],
		['data->>city=eq.Oslo', [2]],
		['data->likes->0=eq."tea"', [1]],
		['data=cs.{"city":"London"}', [1]],
		['or=(data->>city.eq.London,data->>city.is.null)', [1, 3]],
		['name=in.(Ada,"Bo")', [1, 2]],
		['born=lt.1900-01-01', [1]],
		['id=gt.0&order=born.desc.nullslast', [2, 1, 3]],
		['id=gt.0&order=born.desc', [3, 2, 1]],
		['id=gt.0&order=born.asc.nullsfirst,id', [3, 1, 2]],
		['id=gt.0&order=data->>city,id.desc', [1, 2, 3]],
		['limit=1&offset=1', [2]],
		['limit=0', []],
		['limit=5000', [1, 2, 3]],
	])('a filter of authors finds its rows: %s', async (query, expected) => {
		expect(await ids('authors', query)).toEqual(expected)
	})

	it.each([
		['words=fts.engine', [1]],
		['words=wfts(english).engines', [1]],
		['notes=plfts.calm sea', [2]],
		['plain=phfts.old sea', [2]],
		['plain=not.fts.sea', [1]],
		['plain=ilike(any).{*engine*,*none*}', [1]],
		['plain=not.imatch(all).{^THE,sea}', [1]],
		['id=gt(all).{0,1}', [2]],
		['id=lte(any).{0,1}', [1]],
	])('a filter of texts finds its rows: %s', async (query, expected) => {
		expect(await ids('texts', query)).toEqual(expected)
	})

	it('the official client filters parents by their children in an or', async () => {
		const { data, error } = await library
			.client()
			.from('authors')
			.select('id, books!author_id(title)')
			.or('title.eq.Engines,title.eq.Fjords', { referencedTable: 'books' })
			.order('id')
			.limit(2)
		expect(error).toBeNull()
		expect(data).toEqual([
			{ id: 1, books: [{ title: 'Engines' }] },
			{ id: 2, books: [{ title: 'Fjords' }] },
		])
	})
})
