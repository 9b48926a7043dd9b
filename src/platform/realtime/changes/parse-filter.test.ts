import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPlatformApp, type PlatformApp } from '#test/support/platform-app.ts'
import { type Inbox, type RowChange, subscribe } from '#test/support/realtime/inbox.ts'
import { asOwner } from '#test/support/test-database.ts'
import { FilterError, parseFilter } from './parse-filter.ts'

describe('a filter', () => {
	it('a filter has lists, quotes and negations', () => {
		expect(parseFilter('')).toEqual([])
		expect(parseFilter('a=eq.x,y=z,b=not.in.(1,"2,3","q\\"q")')).toEqual([
			{ column: 'a', operator: 'eq', negated: false, operands: ['x,y=z'] },
			{ column: 'b', operator: 'in', negated: true, operands: ['1', '2,3', 'q"q'] },
		])
		expect(parseFilter('a=eq."x,b=eq.1",c=is.NULL')).toMatchObject([
			{ operands: ['x,b=eq.1'] },
			{ operator: 'is', operands: ['null'] },
		])
	})

	it('a filter has the names, lists and parentheses of the reference implementation', () => {
		expect(parseFilter(' "my, =col"=eq.x , my col=neq.y')).toMatchObject([
			{ column: 'my, =col', operands: ['x'] },
			{ column: 'my col', operands: ['y'] },
		])
		expect(parseFilter('a=in.(red, blue, "c, d" , f(1,2), ")")')).toMatchObject([
			{ operands: ['red', 'blue', 'c, d', 'f(1,2)', ')'] },
		])
		expect(parseFilter('a=not.in.()')).toMatchObject([{ negated: true, operands: [] }])
		expect(parseFilter('a=eq.f(x,b=eq.1),c=eq."x"y')).toMatchObject([
			{ operands: ['f(x,b=eq.1)'] },
			{ operands: ['"x"y'] },
		])
	})

	it.each(['a', 'a=b', 'a=foo.1', 'a=in.1', 'a=in.(', 'a=in.(1,,2)', 'a=eq.x,', ',a=eq.x', 'a=is.maybe', 'a=eq."x'])(
		'is refused as %s',
		(text) => {
			expect(() => parseFilter(text)).toThrow(FilterError)
		},
	)
})

describe('filtered subscriptions', () => {
	let platform: PlatformApp
	const rows = [
		`(1, 'apple', 1.50, true, '2026-01-01T10:00:00Z', 'calm', '{a,b}', 1)`,
		`(2, 'Banana', 20, false, '2026-06-01T10:00:00Z', 'wild', null, 2)`,
		`(9007199254740993, 'cherry, red', null, null, null, null, '{}', 3)`,
	]

	beforeAll(async () => {
		platform = await openPlatformApp()
		await asOwner(
			platform.database,
			`create type public.mood as enum ('calm', 'wild');
			create table public.things (id bigint primary key, name text, price numeric, ok boolean, at timestamptz, mood mood, tags text[], "odd, =name" int default 2);
			grant select on public.things to anon;
			alter publication supabase_realtime add table public.things`,
		)
	})
	afterAll(() => platform.close())

	describe('let rows through:', () => {
		const cases: [filter: string, expected: string[]][] = [
			['id=eq.1', ['1']],
			['id=gt.1', ['2', '3']],
			['id=eq.9007199254740993', ['3']],
			['id=lte.9007199254740992', ['1', '2']],
			['id=in.(1,9007199254740993)', ['1', '3']],
			['id=not.in.(1)', ['2', '3']],
			['id=not.in.()', ['1', '2', '3']],
			['name=in.(apple, Banana)', ['1', '2']],
			['price=not.in.()', ['1', '2', '3']],
			['"odd, =name"=eq.2', ['2']],
			['name=eq.cherry, red', ['3']],
			['name=eq."cherry, red"', ['3']],
			['name=neq.apple', ['2', '3']],
			['name=like.%an%', ['2']],
			['name=ilike.b%', ['2']],
			['name=not.ilike.b%', ['1', '3']],
			['name=match.^[a-c]', ['1', '3']],
			['name=imatch.^b', ['2']],
			['name=gt.b', ['3']],
			['price=eq.1.5', ['1']],
			['price=gte.2', ['2']],
			['price=is.null', ['3']],
			['price=not.is.null', ['1', '2']],
			['price=isdistinct.20', ['1', '3']],
			['price=neq.20', ['1']],
			['ok=is.true', ['1']],
			['ok=eq.f', ['2']],
			['ok=not.is.true', ['2', '3']],
			['at=lt.2026-03-01', ['1']],
			['at=eq.2026-01-01T11:00:00+01', ['1']],
			['mood=eq.wild', ['2']],
			['mood=lt.wild', ['1']],
			['tags=eq.{a,b}', ['1']],
			['id=gt.1,ok=eq.false', ['2']],
		]
		const heard = new Map<string, Inbox<RowChange>>()

		beforeAll(async () => {
			const client = platform.client()
			for (const [filter] of cases) heard.set(filter, await subscribe(client, { table: 'things', filter }))
			const end = await subscribe(client, { table: 'things' })
			await asOwner(platform.database, `insert into things values ${rows.join(', ')}`)
			await end.atLeast(3)
			return async () => void (await client.removeAllChannels())
		})

		it.each(cases)('the filter %s lets through %j', async (filter, expected) => {
			const items = await heard.get(filter)?.atLeast(expected.length)
			const names: Record<string, string> = { apple: '1', Banana: '2', 'cherry, red': '3' }
			expect(items?.map(({ new: row }) => names[(row as { name: string }).name])).toEqual(expected)
		})
	})

	it('a slow pattern ends only its own subscription', async () => {
		await asOwner(platform.database, 'delete from things')
		const bad = await subscribe(platform.client(), { table: 'things', filter: 'name=match.(' })
		const good = await subscribe(platform.client(), { table: 'things', filter: 'name=match.^a' })
		await asOwner(platform.database, `insert into things values ${rows.join(', ')}`)
		await good.atLeast(1)
		expect(bad.items).toEqual([])
	})

	it('only selected columns are delivered, and tables without policies to everybody', async () => {
		await asOwner(platform.database, 'delete from things')
		const named = await subscribe(platform.client(), { table: 'things', select: ['id', 'ok'] })
		const all = await subscribe(platform.client(), { table: '*' })
		await asOwner(platform.database, `insert into things values ${rows[0]}`)
		expect((await named.atLeast(1))[0]?.new).toEqual({ id: 1, ok: true })
		expect((await all.atLeast(1))[0]).toMatchObject({ table: 'things', new: { tags: ['a', 'b'] } })
	})

	it('a change of a row without a primary key is delivered as an error', async () => {
		await asOwner(
			platform.database,
			`create table public.keyless (a int); grant select on public.keyless to anon; alter publication supabase_realtime add table public.keyless`,
		)
		const keyless = await subscribe(platform.client(), { table: 'keyless' })
		await asOwner(platform.database, 'insert into keyless values (1)')
		expect((await keyless.atLeast(1))[0]).toMatchObject({
			errors: ['Error 400: Bad Request, no primary key'],
			new: {},
		})
	})
})
