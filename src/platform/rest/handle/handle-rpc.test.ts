import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Library, openLibrary } from '#test/support/rest/library.ts'

let library: Library
let client: ReturnType<Library['client']>
beforeAll(async () => {
	library = await openLibrary()
	client = library.client()
})
afterAll(() => library.close())

/** A raw POST to a function. */
function post(path: string, body: string, headers: Record<string, string> = {}) {
	return library.request(`/rpc/${path}`, {
		method: 'POST',
		body,
		headers: { 'content-type': 'application/json', ...headers },
	})
}

describe('rpc', () => {
	it.each([
		['a scalar', 'add', { a: 1, b: 2 }, 3],
		['a default', 'add', { a: 1 }, 11],
		['an overload by its names', 'greet', { name: 'you' }, 'Hello you'],
		['the other overload', 'greet', { first: 'Ada', last: 'L' }, 'Hello Ada L'],
		['a set of scalars', 'numbers', { upto: 3 }, [1, 2, 3]],
		['an empty set', 'numbers', { upto: 0 }, []],
		['rows', 'page_table', { minimum: 300 }, [{ title: 'Engines', pages: 320 }]],
		['a variadic list', 'total', { n: [1, 2, 3] }, 6],
	])('rpc answers %s', async (_, name, args, expected) => {
		expect(await client.rpc(name, args)).toMatchObject({ status: 200, data: expected, error: null })
		expect(await client.rpc(name, args, { get: true })).toMatchObject({
			status: 200,
			data: expected,
			error: null,
		})
	})

	it('rpc answers composite values with their fields, alone and in sets', async () => {
		const ada = { street: 'Byron Row', house: 7 }
		expect(await client.rpc('address_of', { name: 'Ada' })).toMatchObject({
			data: ada,
			error: null,
		})
		expect(await client.rpc('addresses').select('street').eq('house', 7)).toMatchObject({
			data: [{ street: 'Byron Row' }],
			error: null,
		})
	})

	it('rpc answers a record with the names of its columns', async () => {
		const row = { number: 3, letter: 'x' }
		expect(await (await post('any_row', '{"id":3}')).json()).toEqual(row)
		expect(await (await library.request('/rpc/any_row?id=3')).json()).toEqual(row)
	})

	it('rpc takes only the arguments that `columns` names', async () => {
		expect(await (await post('add?columns=a,b', '{"a":1,"b":2,"c":3}')).json()).toBe(3)
	})

	it('rpc counts values as it counts rows, as a whole and by page', async () => {
		const head = await client.rpc('numbers', { upto: 3 }, { head: true, count: 'exact' })
		expect(head).toMatchObject({ status: 200, count: 3 })
		const page = await client.rpc('numbers', { upto: 5 }, { count: 'exact' }).range(1, 2)
		expect(page).toMatchObject({ status: 206, count: 5, data: [2, 3] })
		expect(await client.rpc('add', { a: 1 }, { count: 'exact' })).toMatchObject({ count: 1 })
		expect(await client.rpc('numbers', { upto: 0 }, { count: 'exact' })).toMatchObject({ count: 0 })
	})

	it('rpc answers one row as an object, and rows of a table with filters, order and embeds', async () => {
		expect(await client.rpc('one_book', { wanted: 1 }).select('title')).toMatchObject({
			error: null,
			data: { title: 'Engines' },
		})
		const { data, count } = await client
			.rpc('books_by', { author: 1 }, { count: 'exact' })
			.select('title,authors!author_id(name),full_title')
			.gt('pages', 10)
			.order('id', { ascending: false })
			.limit(1)
		expect(data).toEqual([{ title: 'Notes', authors: { name: 'Ada' }, full_title: 'Notes (90)' }])
		expect(count).toBe(2)
		const got = await library.request('/rpc/books_by?author=1&id=eq.2&select=id')
		expect(await got.json()).toEqual([{ id: 2 }])
		expect((await client.rpc('books_by', { author: 1 }).single()).error).toMatchObject({
			code: 'PGRST116',
		})
	})

	it('rpc answers scalars as CSV lines under the header pgrst_scalar', async () => {
		const csv = { accept: 'text/csv' }
		expect(await (await post('numbers', '{"upto":2}', csv)).text()).toBe('pgrst_scalar\n1\n2')
		expect(await (await post('greet', '{"name":"a,b"}', csv)).text()).toBe('pgrst_scalar\n"Hello a,b"')
		expect(await (await post('address_of', '{"name":"Ada"}', csv)).text()).toBe('street,house\n"Byron Row",7')
	})

	it('a variadic argument is required like any other', async () => {
		expect(await (await post('total', '{}')).json()).toMatchObject({
			code: 'PGRST202',
			hint: null,
		})
	})

	it('a function without a result is answered with 204', async () => {
		expect(await client.rpc('nothing')).toMatchObject({ status: 204, data: null, error: null })
		const service = library.client('service_role')
		expect(await service.rpc('add_genre', { id: 9, name: 'nine' })).toMatchObject({ status: 204 })
		expect((await service.from('genres').select().eq('id', 9)).data).toHaveLength(1)
		const refused = await service.rpc('add_genre', { id: 8, name: 'x' }, { get: true })
		expect(refused).toMatchObject({ status: 405, error: { code: '25006' } })
	})

	it('a single unnamed parameter takes the whole body', async () => {
		expect(await (await post('echo', '{"x":[1]}')).json()).toEqual({ x: [1] })
		const said = await post('said', 'plain words', { 'content-type': 'text/plain' })
		expect(await said.json()).toBe('plain words')
	})

	it('a function can set status and headers', async () => {
		const response = await post('teapot', '{}')
		expect(response.status).toBe(418)
		expect(response.headers.get('x-tea')).toBe('pot')
		expect(response.headers.get('cache-control')).toBe('no-store')
		expect(await response.json()).toBe('short and stout')
		expect(await (await post('bad_headers', '{}')).json()).toMatchObject({ code: 'PGRST111' })
		expect(await (await post('bad_status', '{}')).json()).toMatchObject({ code: 'PGRST112' })
	})

	it('a function can read the claims and the request', async () => {
		const response = await library.request('/rpc/who', {
			headers: { cookie: 'a=b; c=d', 'x-client-info': 'me', prefer: 'timezone=Asia/Tokyo' },
		})
		expect(response.headers.get('preference-applied')).toBe('timezone=Asia/Tokyo')
		expect(await response.json()).toEqual({
			user: 'anon',
			uid: null,
			role: 'anon',
			method: 'GET',
			path: '/rpc/who',
			agent: 'me',
			cookie: 'b',
			zone: 'Asia/Tokyo',
		})
	})

	it('HEAD of a function has no body', async () => {
		const response = await library.request('/rpc/books_by?author=1', {
			method: 'HEAD',
			headers: { prefer: 'count=exact' },
		})
		expect(response.status).toBe(200)
		expect(response.headers.get('content-range')).toBe('0-1/2')
		expect(await response.text()).toBe('')
		const { count } = await client.rpc('books_by', { author: 1 }, { head: true, count: 'exact' })
		expect(count).toBe(2)
	})

	it('a function result beyond max-affected is refused', async () => {
		const strict = { prefer: 'handling=strict, max-affected=1' }
		expect(await (await post('numbers', '{"upto":3}', strict)).json()).toMatchObject({
			code: 'PGRST124',
		})
		expect(await (await post('add', '{"a":1}', strict)).json()).toMatchObject({ code: 'PGRST128' })
	})
})
