import { afterAll, beforeAll, describe } from 'vitest'
import { type Library, openLibrary } from '#test/support/rest/library.ts'
import { testWireCases } from '#test/support/rest/wire-cases.ts'
import { asOwner } from '#test/support/test-database.ts'

/** As https://docs.postgrest.org/en/stable/references/api/functions.html tells which function is meant. */
const functions = `
create function public.over() returns int language sql immutable return 0;
create function public.over(a int, b int) returns int language sql immutable return a + b;
create function public.over(a text, b text, c text) returns text language sql immutable return a || b || c;
create function public.same(arg xml) returns text language sql immutable return 'xml';
create function public.same(arg text, num int default 0) returns text language sql immutable return 'text';
create function public.same(arg int) returns text language sql immutable return 'int';
create function public.same(arg int, num int, more int) returns text language sql immutable return 'three';
create function public.whole(json) returns json language sql immutable return $1;
create function public.whole(x int, y int) returns int language sql immutable return x + y;
create function public.whole() returns int language sql immutable return 1;
create function public.whole(text) returns text language sql immutable return $1;
create function public.both(jsonb) returns text language sql immutable return 'jsonb';
create function public.both(json) returns text language sql immutable return 'json';
create function public.whole_int(int) returns int language sql immutable return $1;
create function public.whole_ints(n int[]) returns int language sql immutable return 1;
create function public.preset() returns text language sql immutable return 'none';
create function public.preset(text default 'x') returns text language sql immutable return $1;
create function public.whole_or_none(text default 'x') returns text language sql immutable return $1;
create function public.letters(letter char, many char[] default '{}', bits bit default null) returns json language sql immutable
	return json_build_array(letter, many, bits);
create function public.tags_of(variadic v text[] default '{}') returns text[] language sql immutable return v;
create function public.optional_words(words text default 'none', more int default 1) returns text language sql immutable return words;
create function public.ab() returns int language sql immutable return 1;
grant execute on all functions in schema public to anon, service_role;
notify pgrst, 'reload schema';
`
let library: Library
beforeAll(async () => {
	library = await openLibrary()
	await asOwner(library.database, functions)
})
afterAll(() => library.close())

const csv = { 'content-type': 'text/csv' }
const text = { 'content-type': 'text/plain' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const uneven = {
	code: 'PGRST102',
	details: null,
	hint: null,
	message: 'All object keys must match',
}
/** PGRST202 as a whole. */
const missing = (call: string, sought: string, hint: string | null) => ({
	code: 'PGRST202',
	details: `Searched for the function public.${sought}, but no matches were found in the schema cache.`,
	hint: hint && `Perhaps you meant to call the function public.${hint}`,
	message: `Could not find the function public.${call} in the schema cache`,
})
const several = (list: string) => ({
	code: 'PGRST203',
	details: null,
	hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
	message: `Could not choose the best candidate function between: ${list}`,
})

describe('which function is called', () => {
	testWireCases(() => library, {
		'no arguments call the function without parameters': {
			ask: ['GET', '/rpc/over'],
			status: 200,
			body: 0,
		},
		'the names of arguments choose among functions': {
			ask: ['GET', '/rpc/over?a=1&b=2&c=3'],
			status: 200,
			body: '"123"',
		},
		'a form chooses by its keys': {
			ask: ['POST', '/rpc/over', 'a=1&b=2', form],
			status: 200,
			body: 3,
		},
		'an empty form calls the function without parameters': {
			ask: ['POST', '/rpc/tags_of', '', form],
			status: 200,
			body: [],
		},
		'only functions that fit are listed, those with fewer parameters first': {
			ask: ['GET', '/rpc/same?arg=1'],
			status: 300,
			body: several('public.same(arg => integer), public.same(arg => xml), public.same(arg => text, num => integer)'),
		},
		'two functions that take the whole body are told apart by nothing': {
			ask: ['POST', '/rpc/both', { A: 1 }],
			status: 300,
			body: several('public.both( => json), public.both( => jsonb)'),
		},
	})
})

describe('a parameter without a name', () => {
	testWireCases(() => library, {
		'an empty object calls the function without parameters': {
			ask: ['POST', '/rpc/whole', {}],
			status: 200,
			body: 1,
		},
		'named arguments go before the whole body': {
			ask: ['POST', '/rpc/whole', { x: 1, y: 2 }],
			status: 200,
			body: 3,
		},
		'a body that fits no names is taken whole': {
			ask: ['POST', '/rpc/whole', { A: 1, B: 2 }],
			status: 200,
			body: { A: 1, B: 2 },
		},
		'a text is taken whole': {
			ask: ['POST', '/rpc/whole', 'some text', text],
			status: 200,
			body: '"some text"',
		},
		'the empty key stands for the parameter, which takes the whole body': {
			ask: ['POST', '/rpc/echo', { '': 1 }],
			status: 200,
			body: { '': 1 },
		},
		'the empty key gives the whole body to a text': {
			ask: ['POST', '/rpc/said', { '': 'test' }],
			status: 200,
			body: '"{\\"\\":\\"test\\"}"',
		},
		'a function without names for other types cannot be called': {
			ask: ['POST', '/rpc/whole_int', { '': 1 }],
			status: 404,
			body: missing(
				'whole_int()',
				'whole_int with parameter  or with a single unnamed json/jsonb parameter',
				'whole_ints',
			),
		},
		'a computed column cannot be called': {
			ask: ['POST', '/rpc/full_title', { '': { id: 1 } }],
			status: 404,
		},
		'no argument fits a function without parameters and one whose parameter has a default': {
			ask: ['POST', '/rpc/preset', {}],
			status: 300,
			body: several('public.preset(), public.preset( => text)'),
		},
		'the empty key beside another names nothing': {
			ask: ['POST', '/rpc/said', { '': 1, a: 2 }],
			status: 404,
		},
		'a parameter that has a name does not take the body, and its default stands': {
			ask: ['POST', '/rpc/optional_words', 'x', text],
			status: 200,
			body: '"none"',
		},
		'a parameter without a name takes the body rather than its default': {
			ask: ['POST', '/rpc/whole_or_none', 'y', text],
			status: 200,
			body: '"y"',
		},
		'a GET does not give a body': {
			ask: ['GET', '/rpc/whole', undefined, text],
			status: 200,
			body: 1,
		},
		'a parameter of another type does not take the body': {
			ask: ['POST', '/rpc/whole_int', 'x', text],
			status: 404,
			body: missing('whole_int', 'whole_int with a single unnamed text parameter', null),
		},
	})
})

describe('a function that is not there', () => {
	testWireCases(() => library, {
		'the closest name is told': {
			ask: ['GET', '/rpc/gree'],
			status: 404,
			body: missing('gree without parameters', 'gree without parameters', 'greet'),
		},
		'a name that shares less than three quarters is not told': {
			ask: ['GET', '/rpc/gr'],
			status: 404,
			body: missing('gr without parameters', 'gr without parameters', null),
		},
		'the closest list of parameters is told': {
			ask: ['GET', '/rpc/over?a=1&b=2&wrong=3'],
			status: 404,
			body: missing('over(a, b, wrong)', 'over with parameters a, b, wrong', 'over(a, b, c)'),
		},
		'a list of parameters that shares nothing is not told': {
			ask: ['GET', '/rpc/over?wrong_arg=1'],
			status: 404,
			body: missing('over(wrong_arg)', 'over with parameter wrong_arg', null),
		},
		'nothing is told where only brackets are shared': {
			ask: ['GET', '/rpc/ab?x=1'],
			status: 404,
			body: missing('ab(x)', 'ab with parameter x', null),
		},
		'a POST tells that a whole body was thought of': {
			ask: ['POST', '/rpc/over', { z: 1 }],
			status: 404,
			body: missing('over(z)', 'over with parameter z or with a single unnamed json/jsonb parameter', null),
		},
		'CSV names its columns': {
			ask: ['POST', '/rpc/whole', 'a,b\n1,2\n4,6', csv],
			status: 404,
			body: missing('whole(a, b)', 'whole with parameters a, b', 'whole(x, y)'),
		},
	})
})

describe('arguments in the body', () => {
	testWireCases(() => library, {
		'of an array the first object counts': {
			ask: [
				'POST',
				'/rpc/add',
				[
					{ a: 1, b: 2 },
					{ a: 4, b: 6 },
				],
			],
			status: 200,
			body: 3,
		},
		'numbers in an array keep their digits': {
			ask: ['POST', '/rpc/over', '[{"a":1,"b":2,"c":12345678901234567890.10}]'],
			status: 200,
			body: '"1212345678901234567890.10"',
		},
		'of CSV the first line counts': {
			ask: ['POST', '/rpc/add', 'a,b\n1,2\n4,6', csv],
			status: 200,
			body: 3,
		},
		'an empty array gives no arguments': { ask: ['POST', '/rpc/over', []], status: 200, body: 0 },
		'objects of an array have the same keys': {
			ask: ['POST', '/rpc/add', [{ a: 1 }, { b: 6 }]],
			status: 400,
			body: uneven,
		},
		'an array holds objects': { ask: ['POST', '/rpc/add', [1]], status: 400, body: uneven },
		'a filter may leave nothing of one row': {
			ask: ['POST', '/rpc/one_book?select=title&id=eq.2', { wanted: 1 }],
			status: 200,
			body: null,
		},
		'columns choose the keys that are arguments': {
			ask: ['POST', '/rpc/add?columns=a', [{ a: 1, b: 2 }, { c: 4 }]],
			status: 200,
			body: 11,
		},
		'letters and bits without a length take any number of them': {
			ask: ['GET', '/rpc/letters?letter=abc&many={abc,de}&bits=101'],
			status: 200,
			body: ['abc', ['abc', 'de'], '101'],
		},
		'a key that is repeated counts as its last value': {
			ask: ['GET', '/rpc/greet?name=ignored&name=world'],
			status: 200,
			body: '"Hello world"',
		},
		'a filter in the address of a POST must read as one': {
			ask: ['POST', '/rpc/greet?name=John', { name: 'John' }],
			status: 400,
		},
	})
})
