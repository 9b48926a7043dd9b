import { expect, it } from 'vitest'
import { withOwner } from './function-owner.ts'

const owned = (signature: string) => `alter function ${signature} owner to product_door;\n`
const grant = 'grant execute on function public.f(int) to anon;\n'

it.each([
	[
		'a function with the rights of its owner, before its grants',
		'create or replace function public.f(n int) returns int language sql security definer return 1;\n\n',
		'public.f(int)',
		grant,
	],
	[
		'a function that is granted to no role',
		'create function private.f() returns int\nlanguage sql return 1;\n',
		'private.f()',
		'',
	],
	[
		'a trigger with the rights of its owner',
		'create function private.f() returns trigger\nlanguage plpgsql security definer as $$ … $$;\n',
		'private.f()',
		'',
	],
	[
		'types of parameters, without names, defaults and results',
		`create function private.f("from" date, b text[] default '{}',\n\tout c int, out d text\n) language sql return 1;\n`,
		'private.f(date, text[])',
		'',
	],
])('product_door owns %s', (_, definition, signature, grants) => {
	expect(withOwner(definition + grants)).toBe(`${definition}${grants ? '' : '\n'}${owned(signature)}${grants}`)
})

it.each([
	[
		'its file names an owner',
		'create function private.f() returns int return 1;\n\nalter function private.f() owner to other;\n',
	],
	[
		'it runs with the rights of those that it is granted to',
		`create function public.f(n int) returns int return 1;\n\n${grant}`,
	],
	['it is a trigger with the rights of the writer', 'create function private.f() returns trigger as $$ … $$;\n'],
	['it is of another schema', 'create function auth.f() returns int language sql security definer return 1;\n'],
])('a function is left as it is when %s', (_, text) => {
	expect(withOwner(text)).toBe(text)
})
