import { afterAll, beforeAll, expect, it } from 'vitest'
import { asOwner } from '#test/database.ts'
import { type Library, openLibrary } from '#test/library.ts'

let library: Library
beforeAll(async () => {
	library = await openLibrary()
})
afterAll(() => library.close())

it('looks once more before it says that a table or function is not there', async () => {
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

it('renews what it knows when the database says so', async () => {
	const column = () => library.request('/late?select=added')
	expect((await column()).status).toBe(400)
	await asOwner(
		library.database,
		`alter table public.late add column added int; notify pgrst, 'reload schema'`,
	)
	await expect.poll(async () => (await column()).status, { timeout: 5000 }).toBe(200)
})
