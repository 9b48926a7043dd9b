import { expect, it } from 'vitest'
import { changedLines } from './mutation.ts'
import { sqlMutations } from './sql-mutations.ts'

/** Each mutation of a text as its kind and the changed text. */
function changes(text: string): [kind: string, after: string][] {
	return sqlMutations(text).map((mutation) => [mutation.kind, changedLines(text, mutation).after])
}

it.each([
	[
		'select a from b where c = 1 and d is null order by e',
		[
			['where → true', 'select a from b where true order by e'],
			['drop before and', 'select a from b where d is null order by e'],
			['= → <>', 'select a from b where c <> 1 and d is null order by e'],
			['drop after and', 'select a from b where c = 1 order by e'],
			['is null → is not null', 'select a from b where c = 1 and d is not null order by e'],
		],
	],
	[
		'if a <= b or not found then return; end if;',
		[
			['negate', 'if not (a <= b or not found) then return; end if;'],
			['drop before or', 'if not found then return; end if;'],
			['<= → <', 'if a < b or not found then return; end if;'],
			['drop after or', 'if a <= b then return; end if;'],
		],
	],
	['if not found then return; end if;', [['negate', 'if found then return; end if;']]],
	[
		'delete from a where b between 1 and 2 and c',
		[
			['where → true', 'delete from a where true'],
			['drop before and', 'delete from a where c'],
			['drop after and', 'delete from a where b between 1 and 2'],
		],
	],
	[
		'select case when a is not distinct from b then 1 else 2 end',
		[
			['negate', 'select case when not (a is not distinct from b) then 1 else 2 end'],
			['is not distinct → is distinct', 'select case when a is distinct from b then 1 else 2 end'],
		],
	],
	[
		'select a where (b or c = 1) and case when d then e end and left(f, 1) in (g)',
		[
			['where → true', 'select a where true'],
			['drop before and', 'select a where case when d then e end and left(f, 1) in (g)'],
			['drop after or', 'select a where (b) and case when d then e end and left(f, 1) in (g)'],
			['= → <>', 'select a where (b or c <> 1) and case when d then e end and left(f, 1) in (g)'],
			['drop after and', 'select a where (b or c = 1) and left(f, 1) in (g)'],
			['negate', 'select a where (b or c = 1) and case when not (d) then e end and left(f, 1) in (g)'],
			['drop after and', 'select a where (b or c = 1) and case when d then e end'],
		],
	],
])('conditions of %j are changed one at a time', (text, expected) => {
	expect(changes(text)).toEqual(expected)
})

it.each(
	[
		'-- where a = b and c\nselect 1',
		'/* if a /* and b */ then */ select 1',
		"select 'where it''s < and > or'",
		String.raw`select E'\' and a < b'`,
		'select "a and b" from c',
		"update a set b = 1, c = (select d), e = 'f'",
		"create or replace function a() returns int language sql set search_path = '' as $$ select 1 $$",
		'begin a := b; exception when unique_violation then null; end;',
		'create table if not exists a (b int not null)',
		'begin execute $sql$ select a where b and c < d $sql$; end',
		'select f(a => 1), b -> c, d ->> e, g #>> h',
		'select case a when b then c end',
	].map((text) => (text.startsWith('begin execute') ? `create function f() as $$ ${text} $$` : text)),
)('nothing is changed in %j', (text) => {
	expect(changes(text)).toEqual([])
})

it('the body of a function is changed, and nothing after its end is dropped', () => {
	const text = 'create function f() as $body$\n\tselect a\n\twhere b\n\t\tand c -- and d\n$body$;\ngrant e to f;'
	const lines = sqlMutations(text).map((mutation) => ({ kind: mutation.kind, ...changedLines(text, mutation) }))
	expect(lines).toEqual([
		{
			kind: 'where → true',
			line: 3,
			firstLine: 3,
			before: '\twhere b\n\t\tand c -- and d',
			after: '\twhere true -- and d',
		},
		{
			kind: 'drop before and',
			line: 3,
			firstLine: 3,
			before: '\twhere b\n\t\tand c -- and d',
			after: '\twhere c -- and d',
		},
		{
			kind: 'drop after and',
			line: 4,
			firstLine: 3,
			before: '\twhere b\n\t\tand c -- and d',
			after: '\twhere b -- and d',
		},
	])
})

it.each(["select 'a", '/* /* */', 'as $$ select $a$ b $$', 'select "a'])('%j has no end and is refused', (text) => {
	expect(() => sqlMutations(text)).toThrow('without end')
})
