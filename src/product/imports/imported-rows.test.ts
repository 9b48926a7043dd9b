import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { sendImport } from '#test/support/product/send-import.ts'
import { createOwnSpace } from '#test/support/product/space-fixture.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let owner: Person
let space: string

beforeAll(async () => {
	app = await createTestApp()
	owner = await app.person()
})
beforeEach(async () => {
	space = (await createOwnSpace(owner.client)).space_id
})
afterAll(() => app.close())

async function runRows(rows: string) {
	const response = await sendImport(app, owner.token, space, { rows })
	expect(response.status).toBe(202)
	const { id } = (await response.json()) as { id: string }
	await app.deps.longJobs.idle()
	const { data } = await owner.client
		.from('imports')
		.select('state, added, problem')
		.eq('id', id)
		.single()
		.throwOnError()
	return data
}
const found = async (query: string) => {
	const { data } = await owner.client.rpc('search_testimonials', { space_id: space, query }).throwOnError()
	return data.length
}

it('imported testimonials are found by their words, names and addresses when the import has ended', async () => {
	await runRows(
		'Name,Email,Text\nRuna Halvorsen,runa@harbour.example,They mended our porcelain lighthouse in one afternoon.',
	)
	for (const query of ['lighthouse', 'halvorsen', 'runa@harbour.example'])
		expect([query, await found(query)]).toEqual([query, 1])
	const hashes = await app.sql('select words from private.testimonial_hashes where space_id = $1', [space])
	expect(hashes).toEqual([{ words: expect.any(String) }])
	const [row] = await app.sql<{ first: string | null }>(
		`select milestones ->> 'first' as first from public.spaces where id = $1`,
		[space],
	)
	expect(row?.first).not.toBeNull()
})

it('an import is held by the limit of testimonials that the operator set for the space', async () => {
	await app.sql('select private.set_space_limits($1, null, 2)', [space])
	const ended = await runRows('Name,Text\nAda,One.\nBo,Two.\nCleo,Three.')
	expect(ended).toMatchObject({ added: 0, problem: expect.stringContaining('2 testimonials') })
	const [row] = await app.sql('select count(*)::int as rows from public.testimonials where space_id = $1', [space])
	expect(row).toEqual({ rows: 0 })
})
