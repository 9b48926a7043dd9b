import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'
import { makeWorld, openPolicyApp, type PolicyApp } from './policy-app.ts'
import { callers, ids, isOver } from './policy-callers.ts'
import { checkSearch } from './search-checks.ts'
import { searchMutants } from './search-mutants.ts'

let database: TestDatabase
let bench: PolicyApp

beforeAll(async () => {
	database = await createTestDatabase()
	await makeWorld(database.owner)
	bench = await openPolicyApp(database.owner)
})
afterAll(async () => {
	await bench.close()
	await database.drop()
})

it('each caller finds the testimonials whose words, answers, addresses and transcripts the policies show, and no others', async () => {
	expect(await checkSearch(bench)).toEqual([])
})

it('a changed policy, and a search that keeps spaces or callers apart less, is detected', async () => {
	const mutants = await searchMutants(bench.owner)
	expect(mutants).toHaveLength(11)
	const missed: string[] = []
	for (const { what, sql, undo } of mutants) {
		await bench.owner.query(sql)
		if ((await checkSearch(bench)).length === 0) missed.push(what)
		await bench.owner.query(undo)
	}
	expect(missed).toEqual([])
	expect(await checkSearch(bench)).toEqual([])
})

it('former versions, notes, replies and the words of erased testimonials are never found', async () => {
	const find = async (query: string) =>
		(await bench.rest('owner', 'POST', 'rpc/search_testimonials', { space_id: ids.spaceA, query })).rows
	for (const query of ['earlier', 'proposed', 'note', 'evidence'])
		expect([query, await find(query)]).toEqual([query, []])
	expect(await find('hidden')).toMatchObject([{ id: ids.hiddenA }])
	const erased = { space_id: ids.spaceA, testimonial_id: ids.hiddenA }
	await bench.rest('owner', 'POST', 'rpc/erase_testimonial', erased)
	const { rows } = await bench.owner.query('select from public.testimonials where id = $1', [ids.hiddenA])
	expect([rows, await find('hidden'), await find('alan')]).toEqual([[], [], []])
	const { rows: kept } = await bench.owner.query(
		`select from private.search_words where testimonial_id = $1 union all select from private.testimonial_words where testimonial_id = $1`,
		[ids.hiddenA],
	)
	expect(kept).toEqual([])
	await bench.restore()
})

it('callers without a membership are refused with the same error for a space that exists and one that does not', async () => {
	const readers = ['owner', 'editor', 'viewer', 'editorKey', 'viewerKey']
	for (const caller of callers.filter((one) => !readers.includes(one) && !isOver(one)))
		for (const space_id of [ids.spaceA, ids.fresh]) {
			const { status, rows } = await bench.rest(caller, 'POST', 'rpc/search_testimonials', { space_id, query: 'shown' })
			expect([caller, status, (rows as { code: string }).code]).toEqual([
				caller,
				caller === 'anonymous' ? 401 : 403,
				'42501',
			])
		}
})
