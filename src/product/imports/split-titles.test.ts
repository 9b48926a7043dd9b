import { afterAll, beforeAll, expect, it } from 'vitest'
import { importRows, runImport } from '#test/support/product/send-import.ts'
import { createOwnSpace } from '#test/support/product/space-fixture.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let owner: Person

beforeAll(async () => {
	app = await createTestApp()
	owner = await app.person()
})
afterAll(() => app.close())

const makeSpace = async () => (await createOwnSpace(owner.client)).space_id

const file = [
	'Name,Review Title,Review Text',
	'Ines,Lovely glaze,The bowl came in two days.',
	'Tom,Two parts,"One.\n\nTwo."',
	'Bea,,Nothing to add.',
	'Wes,Approved,I would order again.',
].join('\n')
/** As versions before titles took these columns. */
const joined = { columns: ['name', 'text', 'text'] as ('name' | 'text')[] }
const said = async (space: string) => {
	const columns = 'id, author_name, title, body, version, status'
	const { data } = await owner.client
		.from('testimonials')
		.select(columns)
		.eq('space_id', space)
		.order('author_name')
		.throwOnError()
	return data
}

it('a file that is imported again sets titles apart that an earlier import joined to the words, and adds nothing', async () => {
	const space = await makeSpace()
	await runImport(app, owner, space, { rows: file, mapping: { ...joined, consent: 'public', status: 'approved' } })
	const before = await said(space)
	expect(before.map(({ body }) => body)).toContain('Lovely glaze\n\nThe bowl came in two days.')
	// Nothing is touched that a person looked at closer, or changed.
	const tom = before.find(({ author_name: name }) => name === 'Tom')
	await owner.client.from('testimonials').update({ excerpt_start: 0, excerpt_end: 9 }).eq('id', tom?.id).throwOnError()
	const again = await runImport(app, owner, space, { rows: file })
	expect(again).toMatchObject({ added: 0, duplicates: 4 })
	expect(await said(space)).toMatchObject([
		{ author_name: 'Bea', title: null, body: 'Nothing to add.', version: 1 },
		{ author_name: 'Ines', title: 'Lovely glaze', body: 'The bowl came in two days.', version: 2, status: 'approved' },
		{ author_name: 'Tom', title: null, body: 'Two parts\n\nOne.\n\nTwo.', version: 1 },
		{ author_name: 'Wes', title: 'Approved', body: 'I would order again.', version: 2, status: 'approved' },
	])
	const ines = before.find(({ author_name: name }) => name === 'Ines')
	const events = await owner.client
		.from('testimonial_events')
		.select('kind, actor')
		.eq('testimonial_id', ines?.id)
		.order('seq')
	expect(events.data?.at(-1)).toEqual({ kind: 'edited', actor: 'system' })
	const versions = await owner.client
		.from('testimonial_versions')
		.select('version, title, body')
		.eq('testimonial_id', ines?.id)
	expect(versions.data).toEqual([{ version: 1, title: null, body: 'Lovely glaze\n\nThe bowl came in two days.' }])
	const shown = await owner.client.from('public_testimonials').select('title, body').eq('id', ines?.id).single()
	expect(shown.data).toEqual({ title: 'Lovely glaze', body: 'The bowl came in two days.' })
	const proof = await app.sql<{ entries: { content: string | null }[] }>(
		'select private.proof_entries($1, $2) as entries',
		[space, ines?.id],
	)
	expect(proof[0]?.entries.map(({ content }) => content !== null)).toEqual([true, true, true])
})

it('the job of the upgrade reads the rows that are kept, and a second run changes nothing', async () => {
	const space = await makeSpace()
	await runImport(app, owner, space, { rows: file, mapping: joined })
	const repeated = await runImport(app, owner, space, { rows: file, mapping: joined })
	expect((await importRows(owner.client, repeated)).map(({ outcome }) => outcome)).toEqual(Array(4).fill('duplicate'))
	expect((await said(space)).map(({ title }) => title)).toEqual([null, null, null, null])
	for (let turn = 0; turn < 2; turn++) {
		await app.sql("insert into plaudit.jobs (kind) values ('split_titles')")
		await expect
			.poll(() => app.sql("select from plaudit.jobs where kind = 'split_titles'"), { timeout: 20_000 })
			.toEqual([])
		expect((await said(space)).map(({ title, version }) => [title, version])).toEqual([
			[null, 1],
			['Lovely glaze', 2],
			['Two parts', 2],
			['Approved', 2],
		])
	}
})

it('the title of another space stays as it is, and members cannot call the function', async () => {
	const space = await makeSpace()
	await runImport(app, owner, space, { rows: file, mapping: joined })
	const other = await makeSpace()
	const [row] = await said(space)
	const split = (of: string, words: string) =>
		app.sql<{ is_split: boolean }>('select private.split_title($1, $2, $3, $4) as is_split', [
			of,
			row?.id,
			'Nothing',
			words,
		])
	expect((await split(other, 'to add.'))[0]?.is_split).toBe(false)
	expect((await split(space, 'to add.'))[0]?.is_split).toBe(false)
})
