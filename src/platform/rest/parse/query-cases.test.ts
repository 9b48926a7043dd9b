import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Library, openLibrary } from '#test/support/rest/library.ts'
import { asOwner } from '#test/support/test-database.ts'

let library: Library
beforeAll(async () => {
	library = await openLibrary()
	await asOwner(
		library.database,
		`create domain public.search as tsvector;
		create domain public.deep_search as public.search;
		create domain public.deep_json as jsonb;
		create domain public.deeper_json as public.deep_json;
		create type public.complex as (r float, i float);
		create table public.docs (id int primary key, body text, words public.deep_search, data json, more public.deeper_json,
			numbers int[], matrix int[][], number public.complex, "dash-ed" int);
		insert into public.docs values
			(1, 'fun', to_tsvector('simple', 'fun'), '{"a":{"b":[1,2]},"!@#$_d":{"!@#$_e":3}}', '{"a":1}', '{1,2}', '{{1,2},{3,4}}', row(0.5, 0.6), 3),
			(2, 'dull', to_tsvector('simple', 'dull'), '[[9,8],{"k":"v"}]', '{"a":2}', '{5,6}', '{{5,6},{7,8}}', row(0.1, 0.2), null);
		create view public.endless as select id from public.docs;
		create or replace view public.endless as select id from public.endless;
		create table public.t (t int, count int);
		insert into public.t values (1, 2);
		grant select on all tables in schema public to anon`,
	)
})
afterAll(() => library.close())

type Case = [request: string, status: number, body: unknown]

const syntax = (details: string, message: string) => ({
	code: 'PGRST100',
	details,
	hint: null,
	message,
})

/** PostgREST's documentation of columns, JSON paths, casts and lists, family by family. */
const families: Record<string, Case[]> = {
	'paths into JSON, arrays and composite values': [
		['/docs?select=data->a->b->>1&id=eq.1', 200, [{ b: '2' }]],
		['/docs?select=data->a->b->-1&id=eq.1', 200, [{ b: 2 }]],
		['/docs?select=data->0->>1&id=eq.2', 200, [{ data: '8' }]],
		['/docs?select=v:data->1->>k&id=eq.2', 200, [{ v: 'v' }]],
		['/docs?select=data->!@%23$_d->>!@%23$_e::integer&id=eq.1', 200, [{ '!@#$_e': 3 }]],
		[
			'/docs?select=numbers->0,m:matrix->1->0,number->i,r:number->>r&id=eq.1',
			200,
			[{ numbers: 1, m: 3, i: 0.6, r: '0.5' }],
		],
		['/docs?select=id&number->>i=gt.0.5', 200, [{ id: 1 }]],
		['/docs?select=id&matrix->1->>0=eq.7', 200, [{ id: 2 }]],
		['/docs?select=id&order=numbers->0.desc', 200, [{ id: 2 }, { id: 1 }]],
		['/docs?select=id&order=number->i', 200, [{ id: 2 }, { id: 1 }]],
		['/docs?select=more->a&order=more->a.desc', 200, [{ a: 2 }, { a: 1 }]],
		['/docs?select=id&more->>a=eq.2', 200, [{ id: 2 }]],
	],
	'paths that lead nowhere': [
		['/docs?select=data->>a->b', 404, { code: '42883', message: 'operator does not exist: text -> unknown' }],
		['/docs?select=data->>a->1', 404, { code: '42883', message: 'operator does not exist: text -> integer' }],
		[
			'/docs?select=data->>--34',
			400,
			syntax('unexpected "-" expecting digit', '"failed to parse select parameter (data->>--34)" (line 1, column 9)'),
		],
		[
			'/docs?select=data->(a',
			400,
			syntax(
				'unexpected "(" expecting "-", digit or any non reserved character different from: .,>()',
				'"failed to parse select parameter (data->(a)" (line 1, column 7)',
			),
		],
	],
	casts: [
		['/docs?select=numbers::_int4&id=eq.1', 200, [{ numbers: [1, 2] }]],
		['/docs?select=n:id::text&id=eq.1', 200, [{ n: '1' }]],
		['/docs?select=body::int&id=eq.1', 400, { code: '22P02' }],
		['/docs?select=id::nope', 400, { code: '42704', message: 'type "nope" does not exist' }],
	],
	'text search in domains over domains': [
		['/docs?select=id&words=fts(simple).fun', 200, [{ id: 1 }]],
		['/docs?select=id&words=not.plfts(simple).fun', 200, [{ id: 2 }]],
		['/docs?select=id&more=fts(simple).nothing', 200, []],
	],
	lists: [
		['/docs?select=id&id=in.( 1, 2)', 200, [{ id: 1 }, { id: 2 }]],
		['/docs?select=id&id=in.(   )', 200, []],
		['/docs?select=id&id=not.in.()&order=id', 200, [{ id: 1 }, { id: 2 }]],
		['/docs?select=id&id=in.( ,3)', 400, { code: '22P02', message: 'invalid input syntax for type integer: ""' }],
		['/docs?select=id&and=( or( id.in.( 1, 3 ) , id.eq.9 ) , id.lt.5 )', 200, [{ id: 1 }]],
	],
	'names that could be read as something else': [
		['/t?select=t', 200, [{ t: 1 }]],
		['/t?select=count', 200, [{ count: 2 }]],
		['/t?select=count()', 200, [{ count: 1 }]],
		['/docs?select=dash-ed&id=eq.1', 200, [{ 'dash-ed': 3 }]],
		['/docs?select=id)&id=eq.1', 200, [{ id: 1 }]],
	],
	'a view that reads itself': [
		[
			'/endless?select=*',
			500,
			{ code: '42P17', message: 'infinite recursion detected in rules for relation "endless"' },
		],
	],
}

describe.each(Object.entries(families))('%s', (_, cases) => {
	it.each(cases)('GET %s is %i', async (request, status, body) => {
		const response = await library.request(request)
		const answer = { status: response.status, body: (await response.json()) as unknown }
		expect(answer).toEqual({
			status,
			body: status === 200 ? body : expect.objectContaining(body as object),
		})
	})
})
