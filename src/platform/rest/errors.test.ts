import { readdir, readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Library, openLibrary } from '#test/support/rest/library.ts'
import { asOwner } from '#test/support/test-database.ts'

/** One case for every code of this wire, with everything that it says. Failures of the connection: connection.test.ts. */
type Case = {
	code: string
	status: number
	ask: [method: string, path: string, body?: unknown, headers?: Record<string, string>]
	message: string
	details?: unknown
	hint?: string
}

const renaming =
	'Try renaming the parameters or the function itself in the database so function overloading can be resolved'
const cases: Case[] = [
	{
		code: 'PGRST100',
		status: 400,
		ask: ['GET', '/books?id=noop.1'],
		message: '"failed to parse filter (noop.1)" (line 1, column 1)',
		details: 'unexpected "o" expecting "not" or operator (eq, gt, ...)',
	},
	{
		code: 'PGRST100',
		status: 414,
		ask: ['GET', `/books?title=eq.${'x'.repeat(66_000)}`],
		message: 'The query string is too long',
		details: 'It may have 65536 characters.',
	},
	{
		code: 'PGRST101',
		status: 405,
		ask: ['PATCH', '/rpc/add'],
		message: 'Cannot use the PATCH method on RPC',
	},
	{
		code: 'PGRST102',
		status: 400,
		ask: ['POST', '/genres', '{'],
		message: 'Empty or invalid json',
	},
	{
		code: 'PGRST102',
		status: 400,
		ask: ['POST', '/genres', '[{"id":1},{"name":"x"}]'],
		message: 'All object keys must match',
	},
	{
		code: 'PGRST102',
		status: 400,
		ask: ['POST', '/authors', `{"data":${'['.repeat(200)}${']'.repeat(200)}}`],
		message: 'The JSON is nested deeper than 100 levels',
	},
	{
		code: 'PGRST102',
		status: 400,
		ask: ['POST', '/genres', 'x', { 'content-type': 'image/png' }],
		message: 'Content-Type not acceptable: image/png',
	},
	{
		code: 'PGRST102',
		status: 413,
		ask: ['POST', '/genres', `[${'{},'.repeat(100_000)}{}]`],
		message: 'The body has more than 100000 rows',
	},
	{
		code: 'PGRST102',
		status: 413,
		ask: ['POST', '/genres', `id\n${'\n'.repeat(200_000)}`, { 'content-type': 'text/csv' }],
		message: 'The body has more than 100000 rows',
	},
	{
		code: 'PGRST102',
		status: 413,
		ask: ['POST', '/genres', ','.repeat(3000), { 'content-type': 'text/csv' }],
		message: 'A row has more than 2000 columns',
	},
	{
		code: 'PGRST103',
		status: 416,
		ask: ['GET', '/authors?select=books!author_id(id)&books.offset=-1'],
		message: 'Requested range not satisfiable',
		details: 'Offset should be greater than or equal to zero.',
	},
	{
		code: 'PGRST103',
		status: 416,
		ask: ['GET', '/books?offset=9', undefined, { prefer: 'count=exact' }],
		message: 'Requested range not satisfiable',
		details: 'An offset of 9 was requested, but there are only 4 rows.',
	},
	{
		code: 'PGRST105',
		status: 405,
		ask: ['PUT', '/genres?name=eq.x', '{"id":1,"name":"x"}'],
		message: "Filters must include all and only primary key columns with 'eq' operators",
	},
	{
		code: 'PGRST106',
		status: 406,
		ask: ['GET', '/books', undefined, { 'accept-profile': 'auth' }],
		message: 'Invalid schema: auth',
		hint: 'Only the following schemas are exposed: public, app',
	},
	{
		code: 'PGRST107',
		status: 406,
		ask: ['GET', '/books', undefined, { accept: 'image/png, text/x' }],
		message: 'None of these media types are available: image/png, text/x',
	},
	{
		code: 'PGRST108',
		status: 400,
		ask: ['GET', '/books?genres.id=eq.1'],
		message: "'genres' is not an embedded resource in this request",
		hint: "Verify that 'genres' is included in the 'select' query parameter.",
	},
	{
		code: 'PGRST111',
		status: 500,
		ask: ['GET', '/rpc/bad_headers'],
		message: 'response.headers guc must be a JSON array composed of objects with a single key and a string value',
	},
	{
		code: 'PGRST112',
		status: 500,
		ask: ['GET', '/rpc/bad_status'],
		message: 'response.status guc must be a valid status code',
	},
	{
		code: 'PGRST114',
		status: 400,
		ask: ['PUT', '/genres?id=eq.1&limit=1', '{"id":1,"name":"x"}'],
		message: 'limit/offset querystring parameters are not allowed for PUT',
	},
	{
		code: 'PGRST115',
		status: 400,
		ask: ['PUT', '/genres?id=eq.30', '{"id":31,"name":"x"}'],
		message: 'Payload values do not match URL in primary key column(s)',
	},
	{
		code: 'PGRST116',
		status: 406,
		ask: ['GET', '/books', undefined, { accept: 'application/vnd.pgrst.object+json' }],
		message: 'Cannot coerce the result to a single JSON object',
		details: 'The result contains 4 rows',
	},
	{
		code: 'PGRST117',
		status: 405,
		ask: ['PROPFIND', '/books'],
		message: 'Unsupported HTTP method: PROPFIND',
	},
	{
		code: 'PGRST118',
		status: 400,
		ask: ['GET', '/books?select=genres(id)&order=genres(name)'],
		message: "A related order on 'genres' is not possible",
		details: "'books' and 'genres' do not form a many-to-one or one-to-one relationship",
	},
	{
		code: 'PGRST120',
		status: 400,
		ask: ['GET', '/books?select=genres(id)&genres=eq.1'],
		message: "Bad operator on the 'genres' embedded resource",
		details: 'Only is null or not is null filters are allowed on embedded resources',
	},
	{
		code: 'PGRST121',
		status: 500,
		ask: ['POST', '/rpc/raise_badly', '{"words":"no JSON","told":"{}"}'],
		message: `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`,
		details: "Invalid JSON value for MESSAGE: 'no JSON'",
		hint: "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
	},
	{
		code: 'PGRST121',
		status: 500,
		ask: [
			'POST',
			'/rpc/raise_badly',
			JSON.stringify({
				words: '{"code":"1","message":"m"}',
				told: '{"status":200,"headers":{"a b":"c"}}',
			}),
		],
		message: `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`,
		details: `Invalid JSON value for DETAIL: '{"status":200,"headers":{"a b":"c"}}'`,
		hint: "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.",
	},
	{
		code: 'PGRST122',
		status: 400,
		ask: ['GET', '/books', undefined, { prefer: 'handling=strict, magic=yes' }],
		message: 'Invalid preferences given with handling=strict',
		details: 'Invalid preferences: magic=yes',
	},
	{
		code: 'PGRST123',
		status: 400,
		ask: ['GET', '/books?select=pages.sum()'],
		message: 'Use of aggregate functions is not allowed',
	},
	{
		code: 'PGRST124',
		status: 400,
		ask: ['DELETE', '/books?id=in.(1,2)', undefined, { prefer: 'handling=strict, max-affected=1' }],
		message: 'Query result exceeds max-affected preference constraint',
		details: 'The query affects 2 rows',
	},
	{
		code: 'PGRST125',
		status: 404,
		ask: ['GET', '/books/1'],
		message: 'Invalid path specified in request URL',
	},
	{
		code: 'PGRST127',
		status: 400,
		ask: ['GET', '/books?select=n:id', undefined, { accept: 'text/x-any' }],
		message: 'Feature not implemented',
		details: "'n' cannot be the name of a column in this media type.",
	},
	{
		code: 'PGRST128',
		status: 400,
		ask: ['POST', '/rpc/add', '{"a":1}', { prefer: 'handling=strict, max-affected=1' }],
		message: 'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
	},
	{
		code: 'PGRST200',
		status: 400,
		ask: ['GET', '/books?select=genre(id)'],
		message: "Could not find a relationship between 'books' and 'genre' in the schema cache",
		details:
			"Searched for a foreign key relationship between 'books' and 'genre' in the schema 'public', but no matches were found.",
		hint: "Perhaps you meant 'genres' instead of 'genre'.",
	},
	{
		code: 'PGRST201',
		status: 300,
		ask: ['GET', '/books?select=authors(id)'],
		message: "Could not embed because more than one relationship was found for 'books' and 'authors'",
		details: ['author_id', 'editor_id'].map((column) => ({
			cardinality: 'many-to-one',
			embedding: 'books with authors',
			relationship: `books_${column}_fkey using books(${column}) and authors(id)`,
		})),
		hint: "Try changing 'authors' to one of the following: 'authors!books_author_id_fkey', 'authors!books_editor_id_fkey'. Find the desired relationship in the 'details' key.",
	},
	{
		code: 'PGRST202',
		status: 404,
		ask: ['GET', '/rpc/add?a=1&c=2'],
		message: 'Could not find the function public.add(a, c) in the schema cache',
		details:
			'Searched for the function public.add with parameters a, c, but no matches were found in the schema cache.',
		hint: 'Perhaps you meant to call the function public.add(a, b)',
	},
	{
		code: 'PGRST203',
		status: 300,
		ask: ['GET', '/rpc/twice?x=1'],
		message:
			'Could not choose the best candidate function between: public.twice(x => integer), public.twice(x => text)',
		hint: renaming,
	},
	{
		code: 'PGRST204',
		status: 400,
		ask: ['POST', '/genres', '{"id":5,"nope":1}'],
		message: "Could not find the 'nope' column of 'genres' in the schema cache",
	},
	{
		code: 'PGRST205',
		status: 404,
		ask: ['GET', '/book'],
		message: "Could not find the table 'public.book' in the schema cache",
		hint: "Perhaps you meant the table 'public.books'",
	},
	{
		code: 'PGRST301',
		status: 401,
		ask: ['GET', '/books', undefined, { authorization: 'Bearer a.b.c' }],
		message: "JWT couldn't be decoded",
	},
	{
		code: 'PGRST301',
		status: 401,
		ask: ['GET', '/books', undefined, { authorization: 'Bearer abc' }],
		message: 'Expected 3 parts in JWT; got 1',
	},
	{
		code: '42501',
		status: 401,
		ask: ['GET', '/secrets'],
		message: 'permission denied for table secrets',
	},
	{
		code: '42703',
		status: 400,
		ask: ['GET', '/books?select=nope'],
		message: 'column books.nope does not exist',
	},
	{
		code: '42704',
		status: 400,
		ask: ['GET', '/books?select=id::nope'],
		message: 'type "nope" does not exist',
	},
	{
		code: '23505',
		status: 409,
		ask: ['POST', '/genres', '{"id":1,"name":"x"}'],
		message: 'duplicate key value violates unique constraint "genres_pkey"',
		details: 'Key (id)=(1) already exists.',
	},
	{
		code: 'P0001',
		status: 400,
		ask: ['POST', '/rpc/fail', '{"code":"P0001","words":"no"}'],
		message: 'no',
		details: 'the detail',
		hint: 'the hint',
	},
]
/** Their own tests: what the connection does, and what a token says of its time (identity.test.ts). */
const elsewhere = ['PGRST000', 'PGRST001', 'PGRST002', 'PGRST003', 'PGRST303']

describe('a refusal', () => {
	let library: Library
	beforeAll(async () => {
		library = await openLibrary()
		await asOwner(
			library.database,
			`create function public.raise_badly(words text, told text) returns void language plpgsql as $$
				begin raise sqlstate 'PGRST' using message = words, detail = told; end $$;
			create domain public."text/x-any" as text;
			create function public.any_step(state text, r anyelement) returns public."text/x-any" language sql as 'select state';
			create aggregate public.any_text(anyelement) (sfunc = public.any_step, stype = public."text/x-any");
			grant execute on all functions in schema public to service_role`,
		)
	})
	afterAll(() => library.close())

	it.each(cases)('$code, $status: $message', async ({ code, status, ask, ...said }) => {
		const [method, path, body, given] = ask
		const isAnonymous = path === '/secrets' || given?.authorization !== undefined
		const { anonKey, serviceRoleKey } = library.deps.keys
		const headers = {
			apikey: isAnonymous ? anonKey : serviceRoleKey,
			'content-type': 'application/json',
			...given,
		}
		const response = await library.request(path, {
			method,
			headers,
			...(body === undefined ? {} : { body: String(body) }),
		})
		const answer: unknown = await response.json()
		expect([response.status, answer]).toEqual([status, { code, details: null, hint: null, ...said }])
		expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
		expect(response.headers.has('www-authenticate')).toBe(status === 401)
	})

	it('every error code of the source has a case here', async () => {
		const folder = new URL('.', import.meta.url)
		const files = (await readdir(folder, { recursive: true })).filter(
			(name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
		)
		const texts = await Promise.all(files.map((name) => readFile(new URL(name, folder), 'utf8')))
		const said = new Set(texts.join('\n').match(/(?<=')PGRST\d{3}(?=')/g))
		const tried = [...cases.map(({ code }) => code), ...elsewhere]
		expect([...said].filter((code) => !tried.includes(code))).toEqual([])
	})
})
