import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Library, openLibrary } from '#test/support/rest/library.ts'
import { wideViews } from '#test/support/rest/wide-views-queries.ts'
import { asOwner } from '#test/support/test-database.ts'
import { EventLoopYield, unitsPerTurn } from './event-loop-yield.ts'
import { readCatalog } from './read-catalog.ts'

/** Counts the work between two turns of the event loop. */
class CountingYielder extends EventLoopYield {
	total = 0
	longest = 0
	#piece = 0
	override yieldAfter(units: number): Promise<void> | undefined {
		this.total += units
		this.#piece += units
		this.longest = Math.max(this.longest, this.#piece)
		const turn = super.yieldAfter(units)
		if (turn) this.#piece = 0
		return turn
	}
}

let library: Library
beforeAll(async () => {
	library = await openLibrary()
})
afterAll(() => library.close())

async function measure() {
	const yielder = new CountingYielder()
	const catalog = await readCatalog(library.deps.db, ['public'], yielder)
	return { catalog, yielder }
}

it('the work of reading views grows with their number and not with their depth, and is done in short pieces', async () => {
	const before = await measure()
	await asOwner(library.database, wideViews)
	const { catalog, yielder } = await measure()
	const rules = await asOwner<{ letters: number; longest: number }>(
		library.database,
		`select sum(length(r.ev_action::text))::int as letters, max(length(r.ev_action::text)) as longest from pg_rewrite r
		join pg_class c on c.oid = r.ev_class where c.relname like 'wide%'`,
	)
	const { letters = 0, longest = 0 } = rules[0] ?? {}
	const columns = 225 * 61
	expect(yielder.total - before.yielder.total).toBeLessThan(letters + columns * 200)
	expect(yielder.longest).toBeLessThan(unitsPerTurn + longest)

	const deepest = catalog.relations.get('public')?.get('wide_2_8')
	expect(deepest?.primaryKey).toEqual(['c1'])
	const targets = catalog.relationships.get(deepest as never).map(({ to }) => to.name)
	expect(targets).toContain('wide_1_8')
	expect(targets).toContain('wide_3')
})

it('a chain of views that leads back to itself is read like any other schema', async () => {
	await asOwner(
		library.database,
		`create view public.mirror as select id, author_id from public.books;
		create view public.glass as select id, author_id from public.mirror;
		create or replace view public.mirror as select id, author_id from public.glass;
		create view public.self as select id, author_id from public.books;
		create or replace view public.self as select * from public.self`,
	)
	const { catalog } = await measure()
	const names = catalog.relations.get('public')
	expect([names?.has('mirror'), names?.has('self'), names?.has('books')]).toEqual([true, true, true])
	expect((await library.request('/books?limit=1')).status).toBe(200)
})

it('a view of very many views over one another is read', async () => {
	await asOwner(
		library.database,
		`do $$ begin
			create view public.deep_0 as select id, author_id from public.books;
			for d in 1..300 loop
				execute format('create view public.deep_%s as select * from public.deep_%s', d, d - 1);
			end loop;
		end $$`,
	)
	const { catalog } = await measure()
	expect(catalog.relations.get('public')?.get('deep_300')?.primaryKey).toEqual(['id'])
})
