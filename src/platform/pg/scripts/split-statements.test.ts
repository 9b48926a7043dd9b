import { expect, it } from 'vitest'
import { splitStatements } from './split-statements.ts'

const texts = (script: string) => splitStatements(script).statements.map(({ text }) => text)

it.each([
	['strings', "select ';''', $$;$$, $a$ ; $$ ; $a$; select 2;"],
	['strings with backslashes', "select E'\\';\\\\', e''';'; select 2;"],
	['quoted names', 'select 1 as ";"";"; select 2;'],
	['comments', 'select /* ; /* ; */ ; */ 1 -- ; \n + 1; select 2;'],
	['names with a dollar sign', 'select a$b$ from c$b$; select 2;'],
	['parentheses', 'create rule r as on insert to t do (select 1; select 2); select 2;'],
	[
		'bodies of functions',
		'create or replace function f() returns int begin atomic select 1; select case when true then 2 end; end; select 2;',
	],
])('a semicolon within %s does not end a statement', (_, script) => {
	const found = texts(script)
	expect(found).toHaveLength(2)
	expect(`${found[0]}; ${found[1]};`).toBe(script)
})

it('each statement has the line of its first word, comments and empty statements are none', () => {
	const { statements, rest } = splitStatements('-- one\n/* two\n*/ select 1;;\n\n;insert\ninto x;\n ')
	expect(statements).toEqual([
		{ text: 'select 1', line: 3, words: ['select'] },
		{ text: 'insert\ninto x', line: 5, words: ['insert', 'into', 'x'] },
	])
	expect(rest).toBeUndefined()
})

it('`begin` starts a transaction, not a body, and a transaction ends at its own semicolon', () => {
	expect(texts('begin; select 1; end;')).toEqual(['begin', 'select 1', 'end'])
})

it.each([
	["select 'a;", "'"],
	['select "a;', '"'],
	['select $x$ a;', '$'],
	['select 1 /* a;', '*'],
	['/* a; /* b */ ;', '*'],
	['select (1;', '('],
	['select 1', undefined],
] as const)('%s is not complete', (script, open) => {
	expect(splitStatements(`select 0; ${script}`)).toMatchObject({
		statements: [{ text: 'select 0' }],
		rest: { text: script },
		open,
	})
})

it('a line that begins with a backslash is a statement of its own', () => {
	expect(texts('\\restrict abc\nselect 1;\n\\unrestrict abc\n')).toEqual([
		'\\restrict abc',
		'select 1',
		'\\unrestrict abc',
	])
})

it('a string of some megabytes is split in linear time', () => {
	expect(texts(`select '${"''x".repeat(1_000_000)}'; select 2`)).toHaveLength(1)
})
