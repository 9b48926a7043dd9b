import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Library, openLibrary } from '#test/support/rest/library.ts'

let library: Library
let service: ReturnType<Library['client']>
beforeAll(async () => {
	library = await openLibrary({ allowTxOverride: true })
	service = library.client('service_role')
})
afterAll(() => library.close())

describe('insert', () => {
	it('an insert of one row is answered with 201 without a body', async () => {
		const answer = await service.from('genres').insert({ id: 10, name: 'ten' })
		expect(answer).toMatchObject({ status: 201, data: null, error: null })
	})

	it('an insert of many rows can return them with their embeds', async () => {
		const { data, status } = await service
			.from('books')
			.insert([
				{ title: 'One', author_id: 2 },
				{ title: 'Two', author_id: 1, pages: 7 },
			])
			.select('title, pages, binding, author:authors!author_id(name)')
			.order('title', { ascending: false })
		expect(status).toBe(201)
		expect(data).toEqual(
			[
				{ title: 'Two', pages: 7, binding: 'soft', author: { name: 'Ada' } },
				{ title: 'One', pages: null, binding: 'soft', author: { name: 'Bo' } },
			].map((row) => ({ ...row, binding: 'soft' })),
		)
	})

	it('an insert fills absent keys with defaults on request', async () => {
		const { data } = await service
			.from('books')
			.insert(
				[
					{ title: 'Three', author_id: 2 },
					{ title: 'Four', author_id: 2, pages: 3 },
				],
				{
					defaultToNull: false,
				},
			)
			.select('title,pages')
		expect(data).toEqual([
			{ title: 'Three', pages: 100 },
			{ title: 'Four', pages: 3 },
		])
	})

	it('an insert of an empty object has default values, one of an empty list no rows', async () => {
		const { error } = await service.from('books').insert({})
		expect(error).toMatchObject({ code: '23502' })
		const none = await service.from('books').insert([]).select()
		expect(none).toMatchObject({ status: 201, data: [], error: null })
	})

	it('an insert with headers-only names the new row in Location', async () => {
		const response = await library.requestAsService(
			'POST',
			'/book_genres',
			{ book_id: 2, genre_id: 2 },
			{
				prefer: 'return=headers-only,count=exact',
			},
		)
		expect(response.status).toBe(201)
		expect(response.headers.get('location')).toBe('/book_genres?book_id=eq.2&genre_id=eq.2')
		expect(response.headers.get('content-range')).toBe('*/1')
		expect(response.headers.get('preference-applied')).toBe('return=headers-only, count=exact')
	})

	it('an insert takes CSV, with NULL, and forms', async () => {
		const csv = 'title,author_id,pages\n"a ""quoted"", one",1,NULL\nplain,2,5\n'
		const response = await library.requestAsService('POST', '/books?select=title,pages', csv, {
			'content-type': 'text/csv',
			prefer: 'return=representation',
		})
		expect(await response.json()).toEqual([
			{ title: 'a "quoted", one', pages: null },
			{ title: 'plain', pages: 5 },
		])
		const form = await library.requestAsService('POST', '/genres?select=name', 'id=77&name=a+b', {
			'content-type': 'application/x-www-form-urlencoded',
			prefer: 'return=representation',
		})
		expect(await form.json()).toEqual([{ name: 'a b' }])
	})

	it('an insert needs no select privilege', async () => {
		const owner = '00000000-0000-4000-8000-000000000001'
		expect(await library.client().from('notes').insert({ owner, body: 'x' })).toMatchObject({
			status: 201,
			error: null,
		})
		const read = await library.client().from('notes').insert({ owner, body: 'x' }).select()
		expect(read).toMatchObject({ status: 401, error: { code: '42501' } })
	})
})

describe('upsert', () => {
	it('an upsert merges on the primary key, and its status tells new rows from old ones', async () => {
		const fresh = await service.from('genres').upsert({ id: 20, name: 'twenty' })
		expect(fresh.status).toBe(201)
		const again = await service.from('genres').upsert({ id: 20, name: 'score' }).select()
		expect(again).toMatchObject({ status: 200, data: [{ id: 20, name: 'score' }] })
		const mixed = await service
			.from('genres')
			.upsert([
				{ id: 20, name: 'kept' },
				{ id: 21, name: 'new' },
			])
			.select()
		expect(mixed).toMatchObject({ status: 201, data: [{ name: 'kept' }, { name: 'new' }] })
	})

	it('an upsert can ignore duplicates and use another key', async () => {
		const ignored = await service
			.from('genres')
			.upsert({ id: 99, name: 'kept' }, { onConflict: 'name', ignoreDuplicates: true })
			.select()
		expect(ignored).toMatchObject({ status: 201, data: [] })
		const merged = await service.from('genres').upsert({ id: 98, name: 'kept' }, { onConflict: 'name' }).select()
		expect(merged).toMatchObject({ status: 200, data: [{ id: 98, name: 'kept' }] })
	})

	it('PUT stores a single row under its key', async () => {
		const put = (id: number, body: unknown, prefer = 'return=representation') =>
			library.requestAsService('PUT', `/genres?id=eq.${id}`, body, { prefer })
		expect((await put(30, { id: 30, name: 'thirty' })).status).toBe(201)
		expect((await put(30, { id: 30, name: 'XXX' })).status).toBe(200)
		expect((await put(30, { id: 30, name: 'xxx' }, '')).status).toBe(204)
		expect(await (await put(30, { id: 31, name: 'no' })).json()).toMatchObject({ code: 'PGRST115' })
		const wide = await library.requestAsService('PUT', '/genres?name=eq.x', { id: 1, name: 'x' })
		expect([wide.status, await wide.json()]).toMatchObject([405, { code: 'PGRST105' }])
		const cut = await library.requestAsService('PUT', '/genres?id=eq.1&limit=1', {
			id: 1,
			name: 'x',
		})
		expect([cut.status, await cut.json()]).toMatchObject([400, { code: 'PGRST114' }])
	})
})

describe('update and delete', () => {
	it('an update changes the rows that the filters find', async () => {
		const { data, status, count } = await service
			.from('books')
			.update({ price: 9.99, lent: null }, { count: 'exact' })
			.in('id', [1, 2])
			.select('id,price,lent')
			.order('id')
		expect({ status, count }).toEqual({ status: 200, count: 2 })
		expect(data).toEqual([
			{ id: 1, price: 9.99, lent: null },
			{ id: 2, price: 9.99, lent: null },
		])
		const silent = await service.from('books').update({ pages: 1 }).eq('id', 1)
		expect(silent).toMatchObject({ status: 204, data: null, error: null })
		expect((await library.requestAsService('PATCH', '/books?id=eq.1', { pages: 2 })).headers.get('content-range')).toBe(
			'0-0/*',
		)
		expect((await library.requestAsService('PATCH', '/books?id=eq.0', {})).status).toBe(204)
	})

	it('a delete can return the deleted rows', async () => {
		await service.from('genres').insert({ id: 40, name: 'forty' })
		const { data, status } = await service.from('genres').delete().eq('id', 40).select()
		expect({ data, status }).toEqual({ data: [{ id: 40, name: 'forty' }], status: 200 })
		const none = await library.requestAsService('DELETE', '/genres?id=eq.40', undefined, {
			prefer: 'count=exact',
		})
		expect([none.status, none.headers.get('content-range')]).toEqual([204, '*/0'])
	})

	it('a write for a single object rolls back for another number of rows', async () => {
		const { error, status } = await service.from('books').update({ title: 'lost' }).in('id', [1, 2]).select().single()
		expect(status).toBe(406)
		expect(error).toMatchObject({ code: 'PGRST116', details: 'The result contains 2 rows' })
		const { count } = await service.from('books').select('*', { count: 'exact', head: true }).eq('title', 'lost')
		expect(count).toBe(0)
	})

	it('a write rolls back beyond max-affected', async () => {
		const refused = await library.requestAsService('DELETE', '/books?id=in.(1,2,3)', undefined, {
			prefer: 'handling=strict, max-affected=2',
		})
		expect(await refused.json()).toMatchObject({
			code: 'PGRST124',
			details: 'The query affects 3 rows',
		})
		const { count } = await service.from('books').select('*', { count: 'exact', head: true }).lt('id', 4)
		expect(count).toBe(3)
	})

	it('a write rolls back on request where the operator allows it', async () => {
		const { data } = await service.from('genres').insert({ id: 50, name: 'fifty' }).select().rollback()
		expect(data).toEqual([{ id: 50, name: 'fifty' }])
		expect((await service.from('genres').select().eq('id', 50)).data).toEqual([])
	})
})

it('an update with missing=default gives absent columns their default, and null where there is none', async () => {
	const update = async (columns: string, prefer: string) => {
		const answer = await library.requestAsService(
			'PATCH',
			`/books?id=eq.3&columns=${columns}&select=title,pages,isbn,binding`,
			{ title: 'Again' },
			{ prefer: `return=representation,${prefer}` },
		)
		return { status: answer.status, body: await answer.json() }
	}
	const columns = 'title,pages,isbn,binding'
	expect(await update(columns, 'missing=default')).toEqual({
		status: 200,
		body: [{ title: 'Again', pages: 100, isbn: null, binding: 'soft' }],
	})
	expect(await update('title,pages', '')).toMatchObject({ body: [{ title: 'Again', pages: null }] })
})
