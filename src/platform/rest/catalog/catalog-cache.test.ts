import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createRouter } from '#platform/http/routing/router.ts'
import { restRoutes } from '#platform/rest/routes.ts'
import { startPostgresProxy } from '#test/support/postgres/postgres-proxy.ts'
import { type Library, openLibrary } from '#test/support/rest/library.ts'
import { asOwner } from '#test/support/test-database.ts'
import { openTestDeps } from '#test/support/test-deps.ts'
import { createCatalogCache } from './catalog-cache.ts'

let library: Library
beforeAll(async () => {
	library = await openLibrary()
})
afterAll(() => library.close())

/** Changes the schema and waits until the notification of the change has been delivered: a later cache must not get it. */
async function changeSchema(statements: string): Promise<void> {
	const marker = `delivered ${randomUUID()}`
	const { promise, resolve } = Promise.withResolvers<void>()
	await library.deps.db.listen('pgrst', (payload) => payload === marker && resolve())
	await asOwner(library.database, statements)
	await asOwner(library.database, `select pg_notify('pgrst', '${marker}')`)
	await promise
}

it('the catalog is read once more before a table or function is reported as unknown', async () => {
	expect((await library.request('/books?limit=1')).status).toBe(200)
	await asOwner(
		library.database,
		`create table public.late (id int primary key); grant select on public.late to anon;
		create function public.later() returns int language sql immutable return 7;
		grant execute on function public.later() to anon`,
	)
	expect((await library.request('/late')).status).toBe(200)
	expect(await (await library.request('/rpc/later')).json()).toBe(7)
})

it('a table that was just created is found, even right after a failed search', async () => {
	for (const name of ['one', 'two']) {
		expect((await library.request('/nowhere')).status).toBe(404)
		await asOwner(library.database, `create table public.${name} (id int); grant select on public.${name} to anon`)
		await expect.poll(async () => (await library.request(`/${name}`)).status).toBe(200)
	}
})

it('every change of the schema reloads the catalog without an explicit notification', async () => {
	const status = async (path: string) => (await library.request(path)).status
	const said = (path: string) => expect.poll(() => status(path))
	expect(await status('/one?select=added')).toBe(400)
	await asOwner(library.database, 'alter table public.one add column added int')
	await said('/one?select=added').toBe(200)
	await asOwner(library.database, 'drop table public.two')
	await expect.poll(async () => (await (await library.request('/two')).json()).code).toBe('PGRST205')
	await asOwner(library.database, 'create temporary table passing (id int)')
})

it('a notification of the database reloads the catalog', async () => {
	const column = () => library.request('/late?select=added')
	expect((await column()).status).toBe(400)
	await asOwner(library.database, `alter table public.late add column added int; notify pgrst, 'reload schema'`)
	await expect.poll(async () => (await column()).status).toBe(200)
})

it('the catalog is reloaded on every node', async () => {
	const nodes = await Promise.all(
		[1, 2].map(async () => {
			const opened = await openTestDeps({ DATABASE_POOL: '2' }, library.database)
			const app = createRouter(restRoutes(opened.deps), opened.deps)
			const headers = { apikey: opened.deps.keys.anonKey }
			const ask = async () => (await app.request('/rest/v1/books?select=shelf_mark&limit=0', { headers })).status
			return { ...opened, ask }
		}),
	)
	for (const { ask } of nodes) expect(await ask()).toBe(400)
	await asOwner(library.database, `alter table public.books add column shelf_mark text; notify pgrst, 'reload schema'`)
	for (const { ask } of nodes) await expect.poll(ask).toBe(200)
	for (const { close } of nodes) await close()
})

it('the catalog is reloaded after the listening connection was lost', async () => {
	const wire = await startPostgresProxy(library.database)
	const { deps, close } = await openTestDeps({ DATABASE_POOL: '2' }, wire.database)
	const app = createRouter(restRoutes(deps), deps)
	const ask = async () =>
		(
			await app.request('/rest/v1/books?select=spine&limit=0', {
				headers: { apikey: deps.keys.anonKey },
			})
		).status
	expect(await ask()).toBe(400)
	const isListening = () => wire.takeStatements().some((text) => text.includes('pgrst'))
	await expect.poll(isListening).toBe(true)
	wire.disconnect()
	// No one hears this notice; what was missed is read again once the connection is back.
	await asOwner(library.database, `alter table public.books add column spine text; notify pgrst, 'reload schema'`)
	await expect.poll(ask).toBe(200)
	await close()
	wire.close()
})

it('a name that the database does not have does not reload the catalog', async () => {
	const cache = createCatalogCache(library.deps.db, ['public'], () => {})
	const first = await cache.get()
	for (let i = 0; i < 20; i++) expect(await cache.reloadForMissing('public', `missing_${i}`)).toBe(first)
	expect(await cache.reloadForMissing('public', 'nul\0')).toBe(first)
})

it('requests for a new name share one reload, and later ones cause none', async () => {
	const cache = createCatalogCache(library.deps.db, ['public'], () => {})
	const first = await cache.get()
	// The name is known, but a function of this name with other arguments might have been made.
	const ask = () => cache.reloadForMissing('public', 'add')
	const atOnce = new Set(await Promise.all(Array.from({ length: 20 }, ask)))
	const later = new Set([await ask(), await ask(), await cache.get()])
	expect(atOnce.size).toBe(1)
	expect(atOnce).not.toContain(first)
	expect(later).toEqual(atOnce)
})

it('a name that requests cannot use does not reload the catalog', async () => {
	await changeSchema(
		`create function public.handle_new_user() returns trigger language plpgsql as 'begin return new; end';
		create function public.on_change() returns event_trigger language plpgsql as 'begin end';
		create procedure public.proceed() language sql as 'select 1';
		create aggregate public.add_up(int) (sfunc = int4pl, stype = int)`,
	)
	const cache = createCatalogCache(library.deps.db, ['public'], () => {})
	const first = await cache.get()
	for (const name of ['handle_new_user', 'on_change', 'proceed', 'add_up'])
		expect(await cache.reloadForMissing('public', name)).toBe(first)
})

it('a name reloads the catalog once, and again only after a change of that name', async () => {
	await changeSchema('create function public.unnamed(int, int) returns int language sql immutable return 1')
	vi.useFakeTimers({ toFake: ['performance'] })
	try {
		const cache = createCatalogCache(library.deps.db, ['public'], () => {})
		const ask = () => {
			vi.advanceTimersByTime(600_000)
			return cache.reloadForMissing('public', 'unnamed')
		}
		const first = await cache.get()
		const second = await ask()
		expect(second).not.toBe(first)
		expect(new Set([await ask(), await ask(), await ask()])).toEqual(new Set([second]))
		// This role gets no event trigger for a changed schema.
		await asOwner(
			library.database,
			`set session_replication_role = replica;
			create function public.unnamed(n int) returns int language sql immutable return 1`,
		)
		const third = await ask()
		expect(third.routines.get('public')?.get('unnamed')).toHaveLength(1)
		expect(await ask()).toBe(third)
	} finally {
		vi.useRealTimers()
	}
})

it('the cache listens before its first load, so that no change is missed', async () => {
	const wire = await startPostgresProxy(library.database)
	const { deps, close } = await openTestDeps({ DATABASE_POOL: '2' }, wire.database)
	await createCatalogCache(deps.db, ['public'], () => {}).get()
	const texts = wire.takeStatements()
	const at = (word: string) => texts.findIndex((text) => text.includes(word))
	expect(at('listen')).toBeGreaterThanOrEqual(0)
	expect(at('listen')).toBeLessThan(at('pg_rewrite'))
	await close()
	wire.close()
})
