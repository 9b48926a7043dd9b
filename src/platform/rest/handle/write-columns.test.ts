import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Library, openLibrary } from '#test/support/rest/library.ts'
import { asOwner } from '#test/support/test-database.ts'

let library: Library
beforeAll(async () => {
	library = await openLibrary()
	await asOwner(
		library.database,
		`create table public.log (at int, words text);
		create view public.titles with (security_invoker = true) as select distinct title from public.books;
		grant select, insert, update, delete on public.log to service_role;
		grant select on public.titles to anon`,
	)
})
afterAll(() => library.close())

/** A write as the service, and what its answer says beside the body. */
async function send(...request: Parameters<Library['requestAsService']>) {
	const response = await library.requestAsService(...request)
	const text = await response.text()
	return {
		status: response.status,
		range: response.headers.get('content-range'),
		applied: response.headers.get('preference-applied'),
		body: text === '' ? null : (JSON.parse(text) as unknown),
	}
}
const whole = { prefer: 'return=representation' }

describe('the columns of a write', () => {
	it('a write uses exactly the columns of `columns`', async () => {
		const rows = [
			{ id: 60, name: 'sixty', ignored: 1 },
			{ id: 61, name: 'sixty-one' },
		]
		expect(await send('POST', '/genres?columns="id","name"&order=id', rows, whole)).toMatchObject({
			status: 201,
			body: [
				{ id: 60, name: 'sixty' },
				{ id: 61, name: 'sixty-one' },
			],
		})
		const patch = { name: 'changed', id: 1 }
		expect(await send('PATCH', '/genres?id=eq.60&columns=name', patch, whole)).toMatchObject({
			status: 200,
			body: [{ id: 60, name: 'changed' }],
		})
	})

	it('a write to an unknown column is refused', async () => {
		expect(await send('POST', '/genres?columns=id,nope', [{ id: 62 }])).toMatchObject({
			status: 400,
			body: {
				code: 'PGRST204',
				message: "Could not find the 'nope' column of 'genres' in the schema cache",
				details: null,
				hint: null,
			},
		})
	})
})

describe('the answer to a write', () => {
	it('the range of a write has the number of rows on request', async () => {
		const count = { prefer: 'count=exact' }
		expect((await send('POST', '/genres', { id: 70, name: 'a' })).range).toBe('*/*')
		const two = [
			{ id: 71, name: 'b' },
			{ id: 72, name: 'c' },
		]
		expect((await send('POST', '/genres', two, count)).range).toBe('*/2')
		expect((await send('PATCH', '/genres?id=in.(71,72)', { name: 'd' })).status).toBe(409)
		const touched = await send('PATCH', '/log?at=eq.0', { words: 'x' })
		expect(touched).toMatchObject({ status: 204, range: '*/*' })
		expect((await send('PATCH', '/books?id=lt.3', { pages: 9 })).range).toBe('0-1/*')
		expect((await send('PATCH', '/books?id=lt.3', { pages: 9 }, count)).range).toBe('0-1/2')
		expect((await send('DELETE', '/genres?id=eq.70')).range).toBe('*/*')
		expect((await send('DELETE', '/genres?id=in.(71,72)', undefined, count)).range).toBe('*/2')
	})

	it('the answer to a write names the applied preferences in PostgREST’s order', async () => {
		const prefer =
			'timezone=Asia/Tokyo, handling=lenient, count=exact, return=representation, missing=default, resolution=merge-duplicates'
		const answer = await send('POST', '/genres', { id: 73, name: 'e' }, { prefer })
		expect(answer.applied).toBe(
			'resolution=merge-duplicates, missing=default, return=representation, count=exact, handling=lenient, timezone=Asia/Tokyo',
		)
		// Without `strict` a bound binds no one.
		const bound = { prefer: 'max-affected=1' }
		const loose = await send('PATCH', '/books?id=lt.3', { pages: 8 }, bound)
		expect(loose).toMatchObject({ status: 204, applied: null, range: '0-1/*' })
		const strict = { prefer: 'max-affected=5, handling=strict, tx=rollback' }
		// The operator did not allow `tx`, so it was not followed.
		expect((await send('DELETE', '/genres?id=eq.73', undefined, strict)).applied).toBe(
			'handling=strict, max-affected=5',
		)
	})

	it('preferences may come in several lines, of which the first of a kind counts', async () => {
		const headers = new Headers({ apikey: library.deps.keys.serviceRoleKey })
		for (const line of ['return=representation', 'return=minimal', 'count=exact']) headers.append('prefer', line)
		const body = JSON.stringify({ id: 74, name: 'f' })
		headers.set('content-type', 'application/json')
		const answer = await library.request('/genres', { method: 'POST', headers, body })
		expect(answer.headers.get('preference-applied')).toBe('return=representation, count=exact')
		expect(await answer.json()).toEqual([{ id: 74, name: 'f' }])
	})

	it('a write for a single object answers one object or is undone', async () => {
		const one = { accept: 'application/vnd.pgrst.object+json' }
		const count = async () => (await send('GET', '/log?at=eq.7', undefined, one)).status
		const two = [{ at: 7 }, { at: 7 }]
		for (const prefer of ['', 'return=minimal', 'return=representation'])
			expect(await send('POST', '/log', two, { ...one, prefer })).toMatchObject({
				status: 406,
				body: { code: 'PGRST116', details: 'The result contains 2 rows' },
			})
		expect(await count()).toBe(406)
		expect(await send('POST', '/log', { at: 7 }, one)).toMatchObject({ status: 201, body: null })
		expect(await count()).toBe(200)
		for (const body of [{}, { words: 'x' }]) expect((await send('PATCH', '/log?at=eq.8', body, one)).status).toBe(406)
		expect((await send('DELETE', '/log?at=eq.8', undefined, one)).status).toBe(406)
	})

	it('a resolution is not reported as applied without a key that could conflict', async () => {
		const merge = { prefer: 'resolution=merge-duplicates, return=representation' }
		expect(await send('POST', '/log', { at: 9 }, merge)).toMatchObject({
			status: 201,
			applied: 'return=representation',
		})
		expect(await send('POST', '/genres', [], merge)).toMatchObject({ status: 200, body: [] })
		expect(await send('POST', '/genres?on_conflict=nam', { id: 1 }, merge)).toMatchObject({
			status: 400,
			body: {
				code: '42703',
				message: 'column "nam" does not exist',
				hint: 'Perhaps you meant to reference the column "genres.name".',
			},
		})
	})

	it('the answer to PUT tells whether the row existed', async () => {
		const put = (name: string, prefer: string) => send('PUT', '/genres?id=eq.80', { id: 80, name }, { prefer })
		expect(await put('new', 'return=representation')).toMatchObject({ status: 201 })
		expect(await put('old', 'return=representation')).toMatchObject({
			status: 200,
			body: [{ id: 80, name: 'old' }],
		})
		expect(await put('same', '')).toMatchObject({ status: 204, body: null })
	})
})

it('a Range header applies to reads alone', async () => {
	const range = { range: '0-0', 'range-unit': 'items', ...whole }
	const changed = await send('PATCH', '/books?id=lt.4&select=id&order=id', { pages: 5 }, range)
	expect(changed.body).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }])
	expect((await send('GET', '/books?select=id&order=id', undefined, range)).body).toEqual([{ id: 1 }])
	expect((await send('POST', '/rpc/numbers', { upto: 3 }, range)).body).toEqual([1, 2, 3])
	expect((await send('GET', '/rpc/numbers?upto=3', undefined, range)).body).toEqual([1])
})

it('OPTIONS names the methods of the relation itself', async () => {
	const allow = async (path: string) => {
		const response = await library.request(path, { method: 'OPTIONS' })
		return [response.status, response.headers.get('allow')]
	}
	expect(await allow('/books')).toEqual([200, 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE'])
	expect(await allow('/log')).toEqual([200, 'OPTIONS,GET,HEAD,POST,PATCH,DELETE'])
	expect(await allow('/titles')).toEqual([200, 'OPTIONS,GET,HEAD'])
	expect((await allow('/none'))[0]).toBe(404)
	expect(await allow('/rpc/add')).toEqual([200, 'OPTIONS,GET,HEAD,POST'])
	expect((await allow('/rpc/none_of_these'))[0]).toBe(404)
})
