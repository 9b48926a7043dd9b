import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'
import { functionsWithoutFactorCheck, withoutFactorCheck } from './factor-checks.ts'
import { checkOwnViews } from './own-view-checks.ts'
import { makeWorld, openPolicyApp, type PolicyApp } from './policy-app.ts'
import { callers, ids, isKey, isOver } from './policy-callers.ts'
import * as catalogue from './policy-catalogue.ts'
import { checkRelation } from './policy-checks.ts'
import { publicRelations, serviceTables, tablesBehindViews } from './policy-matrix.ts'
import { checkFiles, checkServiceTable, checkTableBehindView } from './policy-services.ts'

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

test('every table, view and function is classified, and every classified one exists', async () => {
	expect(await catalogue.unclassifiedRelations(bench.owner)).toEqual([])
	expect(await catalogue.unclassifiedFunctions(bench.owner)).toEqual([])
})

test('row-level security is on and forced everywhere', async () => {
	expect(await catalogue.tablesWithoutRls(bench.owner)).toEqual([])
})

test('a view of one member is written by this member alone', async () => {
	expect(await checkOwnViews(bench)).toEqual([])
})

test('security definer functions pin their search path', async () => {
	expect(await catalogue.unpinnedFunctions(bench.owner)).toEqual([])
})

test('functions with the rights of their owner ask a signed-in caller for the second factor', async () => {
	expect(await functionsWithoutFactorCheck(bench.owner)).toEqual(Object.keys(withoutFactorCheck).sort())
})

test('callers hold exactly the grants of the matrix, column by column', async () => {
	expect(await catalogue.unexpectedGrants(bench.owner)).toEqual([])
})

test('objects that are created later are granted to no role by default', async () => {
	expect(await catalogue.unexpectedDefaultGrants(bench.owner)).toEqual([])
})

test('no role has attributes or memberships beyond the reviewed list', async () => {
	expect(await catalogue.strongRoles(bench.owner)).toEqual([])
})

test.each(Object.keys(publicRelations))('public.%s answers each caller according to the matrix', async (name) => {
	const { findings, cells } = await checkRelation(bench, name)
	expect(findings).toEqual([])
	expect(cells).toBeGreaterThan(70)
})

test.each(Object.keys(serviceTables))('%s is accessible to its service alone', async (name) => {
	expect((await checkServiceTable(bench, name)).findings).toEqual([])
})

test.each(tablesBehindViews)(
	'%s is read by the members of a space and the service, and written by none',
	async (name) => {
		expect((await checkTableBehindView(bench, name)).findings).toEqual([])
	},
)

test('files are read and written according to the matrix', async () => {
	expect((await checkFiles(bench)).findings).toEqual([])
})

test('rest/v1 exposes no schema but public', async () => {
	for (const profile of ['private', 'auth', 'storage', 'realtime', 'plaudit', 'pg_catalog'])
		for (const table of ['users', 'receipts', 'objects', 'jobs', 'pg_authid']) {
			const { rows } = await bench.rest('owner', 'GET', `${profile}.${table}`)
			expect(Array.isArray(rows)).toBe(false)
		}
})

test('the public view has no column that identifies a person', async () => {
	for (const column of ['email', 'spam_state', 'status', 'withdrawn_at', 'token_hash', 'user_id'])
		for (const caller of callers) {
			const path = `public_testimonials?${column}=not.is.null`
			const status = isOver(caller) ? 401 : 400
			expect((await bench.rest(caller, 'GET', path)).status).toBe(status)
			const ordered = `public_testimonials?order=${column}`
			expect((await bench.rest(caller, 'GET', ordered)).status).toBe(status)
		}
})

test('only editors, owners and keys that may send add testimonials, and only in their space', async () => {
	for (const caller of callers) {
		const call = { space_id: ids.spaceA, body: 'A letter', author_name: 'Ines' }
		const { status } = await bench.rest(caller, 'POST', 'rpc/vouch_testimonial', call)
		const isAllowed = caller === 'owner' || caller === 'editor' || caller === 'editorKey'
		expect([caller, status < 300]).toEqual([caller, isAllowed])
		const changed = await bench.changedTables()
		expect([caller, changed.includes('public.testimonials')]).toEqual([caller, isAllowed])
		await bench.restore()
	}
})

test('only editors and owners reorder a wall, and only one of their space', async () => {
	for (const caller of callers) {
		const call = { wall_id: ids.wallA, testimonial_ids: [] }
		const { status } = await bench.rest(caller, 'POST', 'rpc/order_wall', call)
		const isAllowed = caller === 'owner' || caller === 'editor'
		const isReader = ['owner', 'editor', 'viewer', 'editorKey', 'viewerKey', 'narrowKey'].includes(caller)
		expect([caller, status < 300]).toEqual([caller, isReader])
		const changed = await bench.changedTables()
		expect([caller, changed.includes('public.wall_items')]).toEqual([caller, isAllowed])
		await bench.restore()
	}
})

test('only editors and owners publish the draft of a wall, and only one of their space', async () => {
	for (const caller of callers) {
		const call = { wall_id: ids.wallA, version: 1, draft_version: 1, change: { layout: 'list' }, testimonial_ids: [] }
		await bench.rest(caller, 'POST', 'rpc/publish_wall', call)
		const isAllowed = caller === 'owner' || caller === 'editor'
		const changed = await bench.changedTables()
		for (const table of ['public.walls', 'public.wall_items', 'public.wall_drafts', 'public.wall_versions'])
			expect([caller, table, changed.includes(table)]).toEqual([caller, table, isAllowed])
		await bench.restore()
	}
})

test('only editors and owners publish the draft of a form, and only one of their space', async () => {
	for (const caller of callers) {
		await bench.rest(caller, 'POST', 'rpc/publish_form_draft', { form_id: ids.formA, version: 1 })
		const isAllowed = caller === 'owner' || caller === 'editor'
		const changed = await bench.changedTables()
		for (const table of ['public.forms', 'public.form_drafts', 'public.form_versions'])
			expect([caller, table, changed.includes(table)]).toEqual([caller, table, isAllowed])
		await bench.restore()
	}
})

test('only editors and owners duplicate a form, and only one of their space', async () => {
	for (const caller of callers) {
		const { status } = await bench.rest(caller, 'POST', 'rpc/duplicate_form', { form_id: ids.formA })
		const isAllowed = caller === 'owner' || caller === 'editor'
		expect([caller, status < 300]).toEqual([caller, isAllowed])
		const changed = await bench.changedTables()
		expect([caller, changed.includes('public.forms')]).toEqual([caller, isAllowed])
		await bench.restore()
	}
})

test('only editors and owners merge tags, and only tags of their space', async () => {
	for (const caller of callers) {
		const call = { tag_id: ids.tagA, into_id: ids.freeTagA }
		const { status } = await bench.rest(caller, 'POST', 'rpc/merge_tags', call)
		const isAllowed = caller === 'owner' || caller === 'editor'
		expect([caller, status < 300]).toEqual([caller, isAllowed])
		const changed = await bench.changedTables()
		expect([caller, changed.includes('public.tags')]).toEqual([caller, isAllowed])
		await bench.restore()
		for (const mixed of [
			{ tag_id: ids.tagA, into_id: ids.tagB },
			{ tag_id: ids.tagB, into_id: ids.tagA },
		]) {
			expect([caller, (await bench.rest(caller, 'POST', 'rpc/merge_tags', mixed)).status >= 400]).toEqual([
				caller,
				true,
			])
			expect([caller, await bench.changedTables()]).toEqual([caller, []])
		}
	}
})

test('every signed-in user creates a space of their own, anonymous callers and keys do not', async () => {
	for (const caller of callers) {
		const call = { name: 'Mine', slug: 'one-of-mine' }
		const { status } = await bench.rest(caller, 'POST', 'rpc/create_space', call)
		expect([caller, status < 300]).toEqual([caller, caller !== 'anonymous' && !isKey(caller)])
		await bench.restore()
	}
})
