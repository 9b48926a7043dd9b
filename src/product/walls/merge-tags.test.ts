import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSpace, type SpaceFixture } from '#test/support/product/space-fixture.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'

let database: TestDatabase
let space: SpaceFixture
beforeAll(async () => {
	database = await createTestDatabase()
	space = await createSpace(database)
})
afterAll(() => database.drop())

const sql = <Row extends object>(text: string, values: unknown[] = []) => asOwner<Row>(database, text, values)

const makeTag = async (name: string): Promise<string> => {
	const text = 'insert into public.tags (space_id, name) values ($1, $2) returning id'
	const [row] = await sql<{ id: string }>(text, [space.space_id, name])
	return row?.id ?? ''
}

/** Merges as the owner of the space, whose claims are those of one statement. */
const merge = (from: string, into: string) =>
	sql(
		`with claims as materialized (select set_config('request.jwt.claims', $1, false))
		select public.merge_tags($2, $3) from claims`,
		[JSON.stringify({ sub: space.owner, role: 'authenticated' }), from, into],
	)

const selectBy = (selection: object) =>
	sql('update public.walls set selection = $2 where id = $1', [space.wall_id, JSON.stringify(selection)])

const selection = async () => {
	const [wall] = await sql<{ selection: object }>('select selection from public.walls where id = $1', [space.wall_id])
	return wall?.selection
}

it('a wall that selects by the merged tag keeps its order and names the other tag once', async () => {
	const [gift, present, repair] = [await makeTag('Gift'), await makeTag('Present'), await makeTag('Repair')]
	await selectBy({ tags: [gift, repair, present], kinds: ['text'] })
	await merge(gift, present)
	expect(await selection()).toEqual({ tags: [present, repair], kinds: ['text'] })
	expect(await sql('select from public.tags where id = $1', [gift])).toEqual([])
})

it('a wall whose selection names no tags, or something that is no list, is left as it is', async () => {
	for (const stored of [{}, { tags: [] }, { tags: 'x' }, { tags: null }]) {
		await selectBy(stored)
		await merge(await makeTag(`From ${JSON.stringify(stored)}`), await makeTag(`Into ${JSON.stringify(stored)}`))
		expect(await selection()).toEqual(stored)
	}
})

it('the draft of a wall selects by the other tag, in what is edited and in what it began with', async () => {
	const [gift, present] = [await makeTag('Draft of gifts'), await makeTag('Draft of presents')]
	const parts = JSON.stringify({ layout: 'list', selection: { tags: [gift] } })
	await sql('insert into public.wall_drafts (space_id, wall_id, mine, base) values ($1, $2, $3, $3)', [
		space.space_id,
		space.wall_id,
		parts,
	])
	await merge(gift, present)
	const merged = { layout: 'list', selection: { tags: [present] } }
	expect(await sql('select mine, base from public.wall_drafts where wall_id = $1', [space.wall_id])).toEqual([
		{ mine: merged, base: merged },
	])
})

it('a saved view of the space that filters by the merged tag filters by the other one', async () => {
	const [gift, present] = [await makeTag('View of gifts'), await makeTag('View of presents')]
	const filter = { view: 'all', tag: gift }
	await sql('insert into public.saved_views (space_id, name, filter) values ($1, $2, $3)', [
		space.space_id,
		'Gifts',
		JSON.stringify(filter),
	])
	await merge(gift, present)
	const views = await sql('select filter from public.saved_views where space_id = $1', [space.space_id])
	expect(views).toEqual([{ filter: { view: 'all', tag: present } }])
})

it('a tag is not merged into itself or into one that is gone', async () => {
	const kept = await makeTag('Kept')
	await expect(merge(kept, kept)).rejects.toThrow('into itself')
	await expect(merge(kept, crypto.randomUUID())).rejects.toThrow('not there any more')
	expect(await sql('select from public.tags where id = $1', [kept])).toHaveLength(1)
})
