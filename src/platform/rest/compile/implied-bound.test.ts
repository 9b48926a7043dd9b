import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Filter } from '#platform/rest/parse/ast.ts'
import { parseGroup } from '#platform/rest/parse/parse-condition.ts'
import { type Library, openLibrary } from '#test/support/rest/library.ts'
import { asOwner } from '#test/support/test-database.ts'
import { impliedBound } from './compile-condition.ts'

const boundOf = (text: string) => {
	const bound: Filter | undefined = impliedBound(parseGroup('or', false, text))
	const value = bound && 'value' in bound.test ? bound.test.value : ''
	return bound && `${bound.field.name}.${bound.test.op}.${value}`
}

describe('the bound that an `or` implies', () => {
	it.each([
		['(a.lt.5,and(a.eq.5,b.lt.2))', 'a.lte.5'],
		['(and(a.eq.5,b.lt.2),a.lt.5)', 'a.lte.5'],
		['(a.gt.5,and(a.eq.5,b.gt.2),and(a.eq.5,b.eq.2,c.gt.1))', 'a.gte.5'],
		['(a.lte.5,and(b.is.null,a.lt.5))', 'a.lte.5'],
		['(a.lt.5,and(a.eq.6,b.lt.2))', undefined],
		['(a.lt.5,b.eq.5)', undefined],
		['(a.lt.5,and(a.gt.5,b.eq.1))', undefined],
		['(a.lt.5,not.and(a.eq.5,b.lt.2))', undefined],
		['(a.not.lt.5,and(a.eq.5,b.lt.2))', undefined],
		['(a->>x.lt.5,and(a->>x.eq.5,b.lt.2))', undefined],
		['(a.lt(any).{5},and(a.eq.5,b.lt.2))', undefined],
		['(a.eq.5,and(a.eq.5,b.lt.2))', undefined],
	])('%s: %s', (text, bound) => {
		expect(boundOf(text)).toBe(bound)
	})
})

describe('pages after a key', () => {
	let library: Library
	beforeAll(async () => {
		library = await openLibrary({ plans: true })
		await asOwner(
			library.database,
			`create table public.entries (id int primary key, at int, note text);
			create index on public.entries (at desc, id desc);
			grant select on public.entries to anon;
			insert into public.entries select n, nullif(n / 3, 7), null from generate_series(1, 3000) n;
			analyze public.entries`,
		)
	})
	afterAll(() => library.close())
	const page = (at: number, id: number) =>
		`/entries?select=id&order=at.desc,id.desc&limit=5&or=(at.lt.${at},and(at.eq.${at},id.lt.${id}))`

	it('a page after a key begins at the key in the index, however far down it is', async () => {
		const response = await library.request(page(20, 61), {
			headers: {
				accept: 'application/vnd.pgrst.plan+text; for="application/json"; options=analyze',
			},
		})
		const plan = await response.text()
		expect(plan).toMatch(/Index Cond: \(at <= 20\)/)
		expect(plan).not.toMatch(/Rows Removed by Filter: \d{3}/)
	})

	it('the implied bound does not change the rows of a group, nulls and negations included', async () => {
		const ids = async (query: string) =>
			((await (await library.request(`/entries?select=id&${query}`)).json()) as { id: number }[]).map(({ id }) => id)
		const expected = async (condition: string) =>
			(
				await asOwner<{ id: number }>(
					library.database,
					`select id from public.entries where ${condition} order by id limit 1000`,
				)
			).map(({ id }) => id)
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 0, max: 30 }),
				fc.integer({ min: 0, max: 90 }),
				fc.boolean(),
				async (at, id, negated) => {
					const not = negated ? 'not.' : ''
					const group = `(at.lt.${at},and(at.eq.${at},id.lt.${id}))`
					const sql = `(at < ${at} or (at = ${at} and id < ${id}))`
					expect(await ids(`order=id&and=(${not}or${group})`)).toEqual(await expected(negated ? `not ${sql}` : sql))
				},
			),
			{ numRuns: 25 },
		)
	})
})
