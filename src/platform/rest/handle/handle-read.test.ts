import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Library, openLibrary } from '#test/support/rest/library.ts'

let library: Library
beforeAll(async () => {
	library = await openLibrary({ maxRows: 3, maxAnswerBytes: 5000 })
})
afterAll(() => library.close())

describe('a read', () => {
	it('a read describes its body in its headers', async () => {
		const response = await library.request('/books?select=id&limit=2&offset=1', {
			headers: { prefer: 'count=exact', 'accept-profile': 'public' },
		})
		expect(response.status).toBe(206)
		expect(Object.fromEntries(response.headers)).toMatchObject({
			'content-type': 'application/json; charset=utf-8',
			'content-range': '1-2/4',
			'content-location': '/books?limit=2&offset=1&select=id',
			'content-profile': 'public',
			'preference-applied': 'count=exact',
		})
	})

	it.each([
		['/books?id=eq.0', '*/*', '*/0', 200],
		['/books?id=lt.3', '0-1/*', '0-1/2', 200],
		['/books?limit=0', '*/*', '*/4', 206],
		['/books', '0-2/*', '0-2/4', 206],
	])('the range of %s is given without and with a total', async (path, plain, total, status) => {
		const without = await library.request(path)
		expect([without.status, without.headers.get('content-range')]).toEqual([200, plain])
		const counted = await library.request(path, { headers: { prefer: 'count=exact' } })
		expect([counted.status, counted.headers.get('content-range')]).toEqual([status, total])
	})

	it('an answer that is too large is refused for reads, calls and writes, which are undone', async () => {
		const wide = Array.from({ length: 300 }, (_, i) => `a${i}:name`).join()
		const refusal = {
			code: '54000',
			details: null,
			hint: 'Ask for fewer rows or columns: the answer is too large.',
			message: 'requested length too large',
		}
		const csv = { accept: 'text/csv' }
		for (const [method, path, body, headers] of [
			['GET', `/genres?select=${wide}`],
			['GET', `/genres?select=${wide}`, undefined, csv],
			['POST', `/genres?select=${wide}`, { id: 90, name: 'written for nothing' }],
			['GET', `/rpc/books_by?author=1&select=${wide.replaceAll('name', 'title')}`],
			['POST', '/rpc/greet', { name: 'x'.repeat(6000) }],
		] as const) {
			const all = { prefer: 'return=representation', ...headers }
			const response = await library.requestAsService(method, path, body, all)
			expect([path, response.status, await response.json()]).toEqual([path, 500, refusal])
		}
		expect(await (await library.requestAsService('GET', '/genres?id=eq.90')).json()).toEqual([])
	})

	it('rows and embeds are cut to the maximum', async () => {
		const { data } = await library.client().from('books').select('id')
		expect(data).toHaveLength(3)
		const huge = await library.request('/books?select=id&limit=100')
		expect(await huge.json()).toHaveLength(3)
	})

	it('a Range header applies within limit and offset', async () => {
		const ranged = async (path: string, range: string) => {
			const response = await library.request(path, { headers: { range } })
			return { status: response.status, body: await response.json() }
		}
		expect(await ranged('/books?select=id&order=id', '1-1')).toEqual({
			status: 200,
			body: [{ id: 2 }],
		})
		expect(await ranged('/books?select=id&order=id&limit=2', '1-')).toEqual({
			status: 200,
			body: [{ id: 2 }],
		})
		expect(await ranged('/books', '3-1')).toMatchObject({
			status: 416,
			body: { code: 'PGRST103' },
		})
		const counted = { headers: { range: '9-', prefer: 'count=exact' } }
		const beyond = await library.request('/books', counted)
		expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, '*/4'])
	})

	it('a total is exact, planned or estimated', async () => {
		await library.client('service_role').from('genres').select()
		for (const count of ['exact', 'planned', 'estimated'] as const) {
			const { count: total, status } = await library
				.client()
				.from('books')
				.select('*', { count, head: true })
				.gt('id', 1)
			expect([200, 206]).toContain(status)
			expect(total).toBeGreaterThan(0)
			if (count !== 'planned') expect(total).toBe(3)
		}
	})

	it('a total counts the parents that an inner embed leaves', async () => {
		const { count } = await library
			.client()
			.from('books')
			.select('id,genres!inner(id)', { count: 'exact', head: true })
			.eq('genres.name', 'poetry')
		expect(count).toBe(1)
	})

	it('a single object is answered, or the number of rows in the error', async () => {
		const books = () => library.client().from('books').select('id')
		expect(await books().eq('id', 1).single()).toMatchObject({ status: 200, data: { id: 1 } })
		expect(await books().eq('id', 0).maybeSingle()).toMatchObject({ data: null, error: null })
		expect(await books().eq('id', 1).maybeSingle()).toMatchObject({ data: { id: 1 } })
		expect(await books().lt('id', 3).single()).toMatchObject({
			status: 406,
			error: {
				code: 'PGRST116',
				message: 'Cannot coerce the result to a single JSON object',
				details: 'The result contains 2 rows',
				hint: null,
			},
		})
	})

	it('nulls are stripped on request', async () => {
		const { data } = await library
			.client()
			.from('books')
			.select('id,price,book_details(summary)')
			.eq('id', 4)
			.stripNulls()
		expect(data).toEqual([{ id: 4 }])
		const one = await library.client().from('books').select('id,price').eq('id', 4).single().stripNulls()
		expect(one.data).toEqual({ id: 4 })
	})

	it('a read is answered as CSV', async () => {
		const { data } = await library.client().from('books').select('id,title,p:price').gt('id', 2).csv()
		expect(data).toBe('id,title,p\n3,Fjords,20.00\n4,"a_b%c, ""d""",')
		const spread = await library.request('/books?select=id,...author_id("the name":name)&id=eq.3', {
			headers: { accept: 'text/csv' },
		})
		expect(await spread.text()).toBe('id,"the name"\n3,Bo')
		const called = await library.request('/rpc/page_table?minimum=300', {
			headers: { accept: 'text/csv' },
		})
		expect(await called.text()).toBe('title,pages\nEngines,320')
	})

	it('numbers keep every digit', async () => {
		const response = await library.request('/books?select=price::text,big:price&id=eq.1')
		expect(await response.text()).toBe('[{"price" : "12.50", "big" : 12.50}]')
	})

	it('HEAD is answered like GET without the body, errors included', async () => {
		const head = await library.request('/books?select=id', { method: 'HEAD' })
		expect([head.status, head.headers.get('content-range'), await head.text()]).toEqual([200, '0-2/*', ''])
		expect((await library.request('/books?select=nope', { method: 'HEAD' })).status).toBe(400)
		const aggregated = await library.request('/books?select=n:count(),author_id', {
			method: 'HEAD',
		})
		expect(aggregated.headers.get('content-range')).toBe('0-1/*')
	})

	it('OPTIONS names the methods', async () => {
		const allow = async (path: string) => (await library.request(path, { method: 'OPTIONS' })).headers.get('allow')
		expect(await allow('/books')).toBe('OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE')
		expect(await allow('/rpc/add')).toBe('OPTIONS,GET,HEAD,POST')
		expect(await allow('/rpc/nothing')).toBe('OPTIONS,POST')
	})
})
