import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { ImportRow } from '#shared/rows.ts'
import { importRows, runImport } from '#test/support/product/send-import.ts'
import { createOwnSpace } from '#test/support/product/space-fixture.ts'
import { readZip } from '#test/support/read-zip.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let owner: Person
let space: string
let done: ImportRow

const rows = `Name,Text,Email,Rating
Ines Castellanos,The kiln was warm.,ines@harbour.example,5
Ines  CASTELLANOS,The kiln was warm.,INES@harbour.example,5
Ines C,Too many stars.,Ines@Harbour.example,11
Otto,He knows her.,otto@harbour.example,4
Bea,Also too many.,bea@harbour.example,12`
const address = 'ines@harbour.example'

beforeAll(async () => {
	app = await createTestApp()
	owner = await app.person()
})
beforeEach(async () => {
	space = (await createOwnSpace(owner.client)).space_id
	done = await runImport(app, owner, space, { rows })
	expect(done).toMatchObject({ added: 2, duplicates: 1, refused: 2 })
})
afterAll(() => app.close())

const call = async (name: string, given: object) =>
	(await owner.client.rpc(name, { space_id: space, ...given }).throwOnError()).data

it('rows of an import that were not added are found, given and erased with their person', async () => {
	expect(await call('find_person', { address })).toMatchObject({ testimonial_count: 1, import_row_count: 2 })
	const link = await owner.client.functions.invoke<{ url: string }>('person-link', {
		body: { space_id: space, address },
	})
	const files = readZip(Buffer.from(await (await app.fetch(link.data?.url ?? '')).arrayBuffer()))
	expect(JSON.parse(String(files.get('data.json'))).import_rows).toMatchObject([
		{ file: null, row: 2, cells: ['Ines  CASTELLANOS', 'The kiln was warm.', 'INES@harbour.example', '5'] },
		{ file: null, row: 3, columns: ['Name', 'Text', 'Email', 'Rating'] },
	])
	expect(String(files.get('index.html'))).toContain('Too many stars.')
	expect(String(files.get('index.html'))).not.toMatch(/otto|bea/i)

	expect(await call('erase_person', { address })).toEqual({
		testimonials: 1,
		invitations: 0,
		import_rows: 2,
		customer_events: 0,
	})
	const after = await importRows(owner.client, done)
	expect(JSON.stringify(after)).not.toMatch(/ines|kiln|stars/i)
	expect(after.map(({ outcome, testimonial_id, cells }) => [outcome, testimonial_id !== null, cells !== null])).toEqual(
		[
			['undone', false, false],
			['duplicate', false, false],
			['refused', false, false],
			['added', true, false],
			['refused', false, true],
		],
	)
	expect(await call('find_person', { address })).toMatchObject({ testimonial_count: 0, import_row_count: 0 })
})

it('an import is undone after a testimonial of it was erased', async () => {
	const [first] = await importRows(owner.client, done)
	await call('erase_testimonial', { testimonial_id: first?.testimonial_id })
	await owner.client.rpc('undo_import', { import_id: done.id }).throwOnError()
	await app.deps.longJobs.idle()
	const { data } = await owner.client.from('imports').select('state, removed').eq('id', done.id).single().throwOnError()
	expect(data).toEqual({ state: 'undone', removed: 1 })
	expect((await importRows(owner.client, done)).map(({ outcome }) => outcome)).not.toContain('added')
})

it('files that were made before an erasure are deleted with it', async () => {
	const makeFile = async () => {
		await owner.client.rpc('make_export', { space_id: space, format: 'csv' }).throwOnError()
		await app.deps.longJobs.idle()
	}
	const stored = () =>
		app.sql(`select 1 from storage.objects where bucket_id = 'exports' and name like $1`, [`${space}/%`])
	await makeFile()
	expect(await stored()).toHaveLength(1)
	await call('erase_person', { address: 'nobody@harbour.example' })
	expect(await stored()).toHaveLength(1)
	await call('erase_person', { address })
	expect(await stored()).toEqual([])
	const { data } = await owner.client.from('exports').select('id').eq('space_id', space).throwOnError()
	expect(data).toEqual([])
	await makeFile()
	const [left] = await importRows(owner.client, done).then((all) => all.filter(({ outcome }) => outcome === 'added'))
	await call('erase_testimonial', { testimonial_id: left?.testimonial_id })
	expect(await stored()).toEqual([])
})
