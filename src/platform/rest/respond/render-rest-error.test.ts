import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Library, openLibrary } from '#test/support/rest/library.ts'

let library: Library
beforeAll(async () => {
	library = await openLibrary()
})
afterAll(() => library.close())

type Row = [method: string, path: string, status: number, body: Record<string, unknown>]

/** Sends and gives back what the wire says, always with its four keys. */
async function ask(...request: Parameters<Library['requestAsService']>) {
	const response = await library.requestAsService(...request)
	const json = (await response.json()) as Record<string, unknown>
	return { status: response.status, headers: response.headers, body: json }
}

describe('refusals', () => {
	it.each<Row>([
		[
			'GET',
			'/book',
			404,
			{
				code: 'PGRST205',
				message: "Could not find the table 'public.book' in the schema cache",
				details: null,
				hint: "Perhaps you meant the table 'public.books'",
			},
		],
		[
			'GET',
			'/books?select=nope',
			400,
			{ code: '42703', message: 'column books.nope does not exist', details: null, hint: null },
		],
		[
			'GET',
			'/books?select=id,titel',
			400,
			{
				code: '42703',
				message: 'column books.titel does not exist',
				details: null,
				hint: 'Perhaps you meant to reference the column "books.title".',
			},
		],
		[
			'GET',
			'/books?select=id,genres(nope)',
			400,
			{ code: '42703', message: 'column genres_1.nope does not exist', details: null, hint: null },
		],
		[
			'GET',
			'/books?select=genre(id)',
			400,
			{
				code: 'PGRST200',
				message: "Could not find a relationship between 'books' and 'genre' in the schema cache",
				details:
					"Searched for a foreign key relationship between 'books' and 'genre' in the schema 'public', but no matches were found.",
				hint: "Perhaps you meant 'genres' instead of 'genre'.",
			},
		],
		[
			'GET',
			'/books?select=authors(id)',
			300,
			{
				code: 'PGRST201',
				message: "Could not embed because more than one relationship was found for 'books' and 'authors'",
				details: [
					{
						cardinality: 'many-to-one',
						embedding: 'books with authors',
						relationship: 'books_author_id_fkey using books(author_id) and authors(id)',
					},
					{
						cardinality: 'many-to-one',
						embedding: 'books with authors',
						relationship: 'books_editor_id_fkey using books(editor_id) and authors(id)',
					},
				],
				hint: "Try changing 'authors' to one of the following: 'authors!books_author_id_fkey', 'authors!books_editor_id_fkey'. Find the desired relationship in the 'details' key.",
			},
		],
		[
			'GET',
			'/books?genres.id=eq.1',
			400,
			{
				code: 'PGRST108',
				message: "'genres' is not an embedded resource in this request",
				details: null,
				hint: "Verify that 'genres' is included in the 'select' query parameter.",
			},
		],
		[
			'GET',
			'/books?id=noop.1',
			400,
			{
				code: 'PGRST100',
				message: '"failed to parse filter (noop.1)" (line 1, column 1)',
				details: 'unexpected "o" expecting "not" or operator (eq, gt, ...)',
				hint: null,
			},
		],
		[
			'GET',
			'/books?id=1',
			400,
			{
				code: 'PGRST100',
				message: '"failed to parse filter (1)" (line 1, column 1)',
				details: 'unexpected "1" expecting "not" or operator (eq, gt, ...)',
				hint: null,
			},
		],
		['GET', '/books?select=id,', 400, { code: 'PGRST100' }],
		['GET', '/books?select=id(', 400, { code: 'PGRST100' }],
		['GET', '/books?select=genres!inner', 400, { code: 'PGRST100' }],
		['GET', '/books?or=(id.eq.1', 400, { code: 'PGRST100' }],
		['GET', '/books?order=id.up', 400, { code: 'PGRST100' }],
		['GET', '/books?limit=ten', 400, { code: 'PGRST100' }],
		[
			'GET',
			'/books?limit=-1',
			416,
			{
				code: 'PGRST103',
				message: 'Requested range not satisfiable',
				details: 'Limit should be greater than or equal to zero.',
			},
		],
		['GET', '/books?id=eq.x', 400, { code: '22P02', message: 'invalid input syntax for type integer: "x"' }],
		['GET', '/books?lent=eq.maybe', 400, { code: '22P02' }],
		['GET', '/books?title=cs.{x}', 404, { code: '42883' }],
		['GET', '/books?select=id::nope', 400, { code: '42704', message: 'type "nope" does not exist' }],
		['GET', '/books?title=fts(nope).x', 400, { code: '42704' }],
		['GET', '/books?select=id.sum()', 400, { code: 'PGRST123' }],
		['GET', '/books?select=genres(id)&order=genres(name)', 400, { code: 'PGRST118' }],
		['GET', '/books?select=genres(id)&genres=eq.1', 400, { code: 'PGRST120' }],
		['GET', '/books/1', 404, { code: 'PGRST125' }],
		['POST', '/', 405, { code: 'PGRST117' }],
		['DELETE', '/rpc/add', 405, { code: 'PGRST101', message: 'Cannot use the DELETE method on RPC' }],
		[
			'GET',
			'/rpc/add?a=1&c=2',
			404,
			{
				code: 'PGRST202',
				message: 'Could not find the function public.add(a, c) in the schema cache',
				details:
					'Searched for the function public.add with parameters a, c, but no matches were found in the schema cache.',
				hint: 'Perhaps you meant to call the function public.add(a, b)',
			},
		],
		[
			'GET',
			'/rpc/adds',
			404,
			{
				code: 'PGRST202',
				message: 'Could not find the function public.adds without parameters in the schema cache',
				hint: 'Perhaps you meant to call the function public.add',
			},
		],
		[
			'GET',
			'/rpc/twice?x=1',
			300,
			{
				code: 'PGRST203',
				message:
					'Could not choose the best candidate function between: public.twice(x => integer), public.twice(x => text)',
				details: null,
				hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
			},
		],
	])('%s %s is %i', async (method, path, status, body) => {
		const answer = await ask(method, path)
		expect(answer.status).toBe(status)
		expect(answer.body).toMatchObject(body)
		expect(Object.keys(answer.body).sort()).toEqual(['code', 'details', 'hint', 'message'])
	})

	it.each<[string, string, unknown, number, Record<string, unknown>]>([
		['POST', '/genres', '{"id":1', 400, { code: 'PGRST102', message: 'Empty or invalid json' }],
		['POST', '/genres', '', 400, { code: 'PGRST102' }],
		['POST', '/genres', '"x"', 400, { code: 'PGRST102' }],
		['POST', '/genres', [{ id: 1 }, { name: 'x' }], 400, { code: 'PGRST102', message: 'All object keys must match' }],
		[
			'POST',
			'/genres',
			{ id: 5, nope: 1 },
			400,
			{
				code: 'PGRST204',
				message: "Could not find the 'nope' column of 'genres' in the schema cache",
			},
		],
		['PATCH', '/genres?id=eq.1', { nope: 1 }, 400, { code: 'PGRST204' }],
		['POST', '/genres', { id: 1, name: 'x' }, 409, { code: '23505', details: 'Key (id)=(1) already exists.' }],
		['POST', '/book_genres', { book_id: 1, genre_id: 77 }, 409, { code: '23503' }],
		['POST', '/authors', { name: '' }, 400, { code: '23514' }],
		['POST', '/authors', { name: null }, 400, { code: '23502' }],
		['POST', '/books', { title: 'x', author_id: 1, binding: 'none' }, 400, { code: '22P02' }],
		['POST', '/authors', { name: 'a\u0000b' }, 400, { code: '22P05' }],
		[
			'POST',
			'/rpc/fail',
			{ code: 'P0001', words: 'no' },
			400,
			{ code: 'P0001', message: 'no', details: 'the detail', hint: 'the hint' },
		],
		['POST', '/rpc/fail', { code: 'PT409', words: 'no' }, 409, { code: 'PT409' }],
		['POST', '/rpc/fail', { code: '42501', words: 'no' }, 403, { code: '42501' }],
		['POST', '/rpc/fail', { code: '53100', words: 'no' }, 503, { code: '53100' }],
		['POST', '/rpc/fail', { code: 'XX000', words: 'no' }, 500, { code: 'XX000' }],
		['POST', '/rpc/refuse', {}, 418, { code: 'X1', message: 'no', details: 'd', hint: 'h' }],
	])('%s %s with %j is %i', async (method, path, body, status, expected) => {
		const answer = await ask(method, path, body)
		expect({ status: answer.status, body: answer.body }).toMatchObject({ status, body: expected })
		expect(Object.keys(answer.body).sort()).toEqual(['code', 'details', 'hint', 'message'])
	})

	it('unknown schemas, media types and preferences are refused', async () => {
		expect(await ask('GET', '/books', undefined, { 'accept-profile': 'auth' })).toMatchObject({
			status: 406,
			body: {
				code: 'PGRST106',
				message: 'Invalid schema: auth',
				hint: 'Only the following schemas are exposed: public, app',
			},
		})
		expect(await ask('GET', '/books', undefined, { accept: 'image/png' })).toMatchObject({
			status: 406,
			body: { code: 'PGRST107', message: 'None of these media types are available: image/png' },
		})
		expect(await ask('GET', '/books', undefined, { prefer: 'handling=strict, magic=yes' })).toMatchObject({
			status: 400,
			body: { code: 'PGRST122', details: 'Invalid preferences: magic=yes' },
		})
		expect(await ask('GET', '/books', undefined, { prefer: 'timezone=Nowhere' })).toMatchObject({
			status: 400,
			body: { code: '22023' },
		})
	})

	it('an offset beyond the rows is refused with their number', async () => {
		expect(await ask('GET', '/books?offset=9', undefined, { prefer: 'count=exact' })).toMatchObject({
			status: 416,
			body: {
				code: 'PGRST103',
				details: 'An offset of 9 was requested, but there are only 4 rows.',
			},
		})
	})

	it('a statement that takes too long is cancelled', async () => {
		const { body, status } = await ask('POST', '/rpc/nap', { seconds: 30 }, { apikey: library.deps.keys.anonKey })
		expect({ status, code: body.code }).toEqual({ status: 500, code: '57014' })
	})

	it('bodies that are too large are refused, also without a declared length', async () => {
		const huge = JSON.stringify({ id: 1, name: 'x'.repeat(5_000_000) })
		expect(await ask('POST', '/genres', huge)).toMatchObject({
			status: 413,
			body: { code: 'PGRST102', message: 'The body is larger than 4 MiB' },
		})
		const response = await library.request('/genres', {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: new Blob([huge]).stream(),
			duplex: 'half',
		} as RequestInit)
		expect(response.status).toBe(413)
	})

	it('a body that is not UTF-8 is refused', async () => {
		const response = await library.request('/genres', {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: new Uint8Array([0x7b, 0xff, 0x7d]),
		})
		expect(await response.json()).toMatchObject({ code: 'PGRST102' })
	})

	it.each([
		['a NUL byte', '/books?title=eq.a%00b', 400, '22021'],
		['300,000 characters', `/books?title=eq.${'x'.repeat(300_000)}`, 414, 'PGRST100'],
		['a prototype key', '/books?__proto__=eq.1', 400, '42703'],
		['a prototype table', '/__proto__', 404, 'PGRST205'],
		['a prototype function', '/rpc/constructor', 404, 'PGRST202'],
		['a broken escape', '/%E0%A4%A', 404, 'PGRST125'],
		['deep nesting', `/books?select=${'a('.repeat(5000)}`, 400, 'PGRST100'],
	])('survives %s', async (_, path, status, code) => {
		const answer = await ask('GET', path)
		expect([answer.status, answer.body.code]).toEqual([status, code])
	})

	it('a key called __proto__ is an ordinary key', async () => {
		const { body, status } = await ask('POST', '/genres', '{"__proto__":1}')
		expect([status, body.code]).toEqual([400, 'PGRST204'])
		const called = await ask('POST', '/rpc/add', '{"__proto__":{"a":1}}')
		expect([called.status, called.body.code]).toEqual([404, 'PGRST202'])
	})
})
