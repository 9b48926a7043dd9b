import { afterAll, beforeAll, describe } from 'vitest'
import { type Library, openLibrary } from '#test/support/rest/library.ts'
import { testWireCases } from '#test/support/rest/wire-cases.ts'
import { asOwner } from '#test/support/test-database.ts'

const items = `
create table public.items (id int primary key);
create table public.empty (id int primary key);
insert into public.items select generate_series(1, 15);
create function public.items_between(min int, max int) returns setof public.items language sql stable
	begin atomic select * from public.items where id > min and id <= max; end;
grant all on public.items, public.empty to service_role;
grant execute on function public.items_between to service_role;
notify pgrst, 'reload schema';
`
let library: Library
beforeAll(async () => {
	library = await openLibrary()
	await asOwner(library.database, items)
})
afterAll(() => library.close())

const exact = { prefer: 'count=exact' }
const between = '/rpc/items_between?min=2&max=4'
const unsatisfiable = (details: string) => ({
	code: 'PGRST103',
	details,
	hint: null,
	message: 'Requested range not satisfiable',
})

describe('the Range header', () => {
	testWireCases(() => library, {
		'it narrows a read': {
			ask: ['GET', '/items?order=id', undefined, { range: '1-2' }],
			status: 200,
			headers: { 'content-range': '1-2/*' },
			body: [{ id: 2 }, { id: 3 }],
		},
		'it narrows the rows of a function': {
			ask: ['GET', between, undefined, { range: '1-1' }],
			status: 200,
			headers: { 'content-range': '1-1/*' },
			body: [{ id: 4 }],
		},
		'a part of what is counted is 206': {
			ask: ['GET', between, undefined, { ...exact, range: '1-1' }],
			status: 206,
			headers: { 'content-range': '1-1/2' },
		},
		'it may be open': {
			ask: ['GET', '/items', undefined, { range: '10-' }],
			status: 200,
			headers: { 'content-range': '10-14/*' },
		},
		'what is behind the last row is cut off': {
			ask: ['GET', '/items', undefined, { range: '10-100' }],
			status: 200,
			headers: { 'content-range': '10-14/*' },
		},
		'HEAD does not look at it': {
			ask: ['HEAD', '/items', undefined, { ...exact, range: '1-1' }],
			status: 200,
			headers: { 'content-range': '0-14/15' },
		},
		'HEAD of a function does not look at it': {
			ask: ['HEAD', between, undefined, { ...exact, range: '1-1' }],
			status: 200,
			headers: { 'content-range': '0-1/2' },
		},
		'POST of a function does not look at it': {
			ask: ['POST', '/rpc/items_between', { min: 2, max: 4 }, { ...exact, range: '1-1' }],
			status: 200,
			headers: { 'content-range': '0-1/2' },
			body: [{ id: 3 }, { id: 4 }],
		},
		'POST of a function does not find it to be empty': {
			ask: ['POST', '/rpc/items_between?limit=2&offset=1', { min: 2, max: 5 }, { ...exact, range: '0-0' }],
			status: 206,
			headers: { 'content-range': '1-2/3' },
		},
		'an end before its begin is refused': {
			ask: ['GET', between, undefined, { range: '1-0' }],
			status: 416,
			body: unsatisfiable('The lower boundary must be lower than or equal to the upper boundary in the Range header.'),
		},
		'a range outside of limit and offset is refused': {
			ask: ['GET', '/items?limit=2&offset=1', undefined, { range: '0-0' }],
			status: 416,
			body: unsatisfiable('Limit should be greater than or equal to zero.'),
		},
		'a begin behind the last row is refused where they are counted': {
			ask: ['GET', '/items', undefined, { ...exact, range: '100-199' }],
			status: 416,
			headers: { 'content-range': '*/15' },
			body: unsatisfiable('An offset of 100 was requested, but there are only 15 rows.'),
		},
	})
})

describe('limit and offset', () => {
	testWireCases(() => library, {
		'an offset before the first row changes nothing': {
			ask: ['GET', '/items?select=id&offset=-4&order=id'],
			status: 200,
			headers: { 'content-range': '0-14/*' },
		},
		'a limit counts from an offset before the first row': {
			ask: ['GET', '/items?select=id&offset=-4&order=id&limit=6'],
			status: 200,
			headers: { 'content-range': '0-1/*' },
			body: [{ id: 1 }, { id: 2 }],
		},
		'a limit that ends before the first row is refused': {
			ask: ['GET', '/items?offset=-4&limit=2'],
			status: 416,
		},
		'no rows may be asked for': {
			ask: ['GET', '/items?limit=0', undefined, { range: '3-4' }],
			status: 200,
			headers: { 'content-range': '*/*' },
			body: [],
		},
		'where no rows are asked for the offset is not looked at': {
			ask: ['GET', '/items?limit=0&offset=100', undefined, exact],
			status: 206,
			headers: { 'content-range': '*/15' },
		},
		'a limit below nothing is refused': {
			ask: ['GET', '/items?limit=-1'],
			status: 416,
			body: unsatisfiable('Limit should be greater than or equal to zero.'),
		},
		'an offset of nothing is good where there is nothing': {
			ask: ['GET', '/empty?offset=0', undefined, exact],
			status: 200,
			headers: { 'content-range': '*/0' },
			body: [],
		},
		'an offset is refused where there is nothing': {
			ask: ['GET', '/empty?offset=1', undefined, exact],
			status: 416,
			headers: { 'content-range': '*/0' },
		},
		'a scalar is one row of one': {
			ask: ['GET', '/rpc/add?a=3&b=4', undefined, exact],
			status: 200,
			headers: { 'content-range': '0-0/1' },
			body: 7,
		},
		'HEAD is told the range of limit and offset': {
			ask: ['HEAD', '/items?order=id&limit=3&offset=2'],
			status: 200,
			headers: {
				'content-range': '2-4/*',
				'content-type': 'application/json; charset=utf-8',
			},
		},
	})
})

describe('lists of values', () => {
	testWireCases(() => library, {
		'spaces behind the bracket are not part of a value': {
			ask: ['GET', '/genres?name=in.(%20science,poetry)&select=name'],
			status: 200,
			body: [{ name: 'science' }, { name: 'poetry' }],
		},
		'an empty value before a comma is a value': {
			ask: ['GET', '/authors?name=in.(%20,Bo)&select=name'],
			status: 200,
			body: [{ name: 'Bo' }],
		},
		'an empty value is refused where the column holds numbers': {
			ask: ['GET', '/items?id=in.(%20,3)'],
			status: 400,
			body: {
				code: '22P02',
				details: null,
				hint: null,
				message: 'invalid input syntax for type integer: ""',
			},
		},
		'a list of nothing but space finds nothing': {
			ask: ['GET', '/items?id=in.(%20)'],
			status: 200,
			body: [],
		},
		'spaces behind a comma are part of a text': {
			ask: ['GET', '/genres?name=in.(poetry,%20science)&select=name'],
			status: 200,
			body: [{ name: 'poetry' }],
		},
	})
})
