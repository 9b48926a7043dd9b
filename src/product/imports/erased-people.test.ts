import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Erasure } from '#platform/backups/erasures.ts'
import { repeatErasures } from '#platform/backups/kept-erasures.ts'
import type { ImportAnalysis } from '#shared/import/import-api.ts'
import { invite } from '#test/support/product/invitations.ts'
import { importRows, runImport, type SentImport, sendImport } from '#test/support/product/send-import.ts'
import { createOwnSpace, postSubmission } from '#test/support/product/space-fixture.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let owner: Person
beforeAll(async () => {
	app = await createTestApp()
	owner = await app.person()
})
afterAll(() => app.close())

type Space = Awaited<ReturnType<typeof createOwnSpace>>
const makeSpace = () => createOwnSpace(owner.client)
const run = (space: Space, sent: SentImport) => runImport(app, owner, space.space_id, sent)
const eraseAddress = (space: Space, address: string) =>
	owner.client.rpc('erase_person', { space_id: space.space_id, address }).throwOnError()
async function analyse(space: Space, sent: SentImport): Promise<ImportAnalysis> {
	const response = await sendImport(app, owner.token, space.space_id, { ...sent, dry_run: 'true' })
	expect(response.status).toBe(200)
	return response.json()
}
async function addByHand(space: Space, body: string, name: string, id: string = randomUUID()) {
	const form = new FormData()
	for (const [field, value] of Object.entries({ space_id: space.space_id, id, body, name })) form.set(field, value)
	const headers = { authorization: `Bearer ${owner.token}` }
	const answer = await app.fetch(`${app.url}/functions/v1/testimonial`, { method: 'POST', headers, body: form })
	return { status: answer.status, body: await answer.json() }
}

const words = 'The kiln was still warm when we came back.'
const file = `Name,Review,E-mail,Stars
Ines,${words},ines@harbour.example,5
Otto,A bowl for every day of the week.,otto@harbour.example,4
Bea,Perfect,bea@harbour.example,5
Cy,Perfect,cy@harbour.example,5`

it('the same file does not bring an erased person back, nor do their words under another address', async () => {
	const space = await makeSpace()
	await run(space, { file })
	await eraseAddress(space, 'ines@harbour.example')
	const again = await run(space, { file })
	expect(again).toMatchObject({ added: 0, duplicates: 3, erased: 1, left_out: 0, refused: 0 })
	expect((await importRows(owner.client, again))[0]).toMatchObject({
		outcome: 'left_out',
		problem: 'erased',
		reason: 'This row names somebody who was erased here.',
		cells: null,
	})
	const other = `Name,Review,E-mail\nI. C.,"the kiln was still warm, when we came back",new@harbour.example
Someone,Other words of the same address,INES+shop@harbour.example\nSomeone,Words of somebody else here,new@harbour.example`
	const analysis = await analyse(space, { file: other })
	expect(analysis.counts).toMatchObject({ rows: 3, new: 1, erased: 2, left_out: 0 })
	expect(analysis.problems).toEqual([
		{ problem: 'erased', rows: 2, row: 1, reason: 'This row names somebody who was erased here.' },
	])
	expect(analysis.changes).toContainEqual(expect.objectContaining({ kind: 'erased', rows: 2 }))
	expect(analysis.preview[0]).toMatchObject({ outcome: 'left_out', name: '', text: '' })
	const { data: history } = await owner.client
		.from('space_events')
		.select('detail')
		.eq('space_id', space.space_id)
		.eq('kind', 'imported')
		.order('id')
		.throwOnError()
	expect(history.at(-1)?.detail).toMatchObject({ added: 0, duplicates: 3, erased: 1 })
})

it('short words, which many people write, are left out with their name alone', async () => {
	const space = await makeSpace()
	await run(space, { file })
	await eraseAddress(space, 'bea@harbour.example')
	const same = 'Name,Review,Stars\nBEA,perfect!,5\nDi,Perfect,5'
	expect((await analyse(space, { file: same })).counts).toMatchObject({ new: 1, erased: 1 })
})

it('a row that is refused for another reason does not keep the cells of an erased person', async () => {
	const space = await makeSpace()
	await run(space, { file })
	await eraseAddress(space, 'ines@harbour.example')
	const done = await run(space, {
		file: 'Name,Review,E-mail,Stars\nInes,Something that is new to all,ines@harbour.example,77\n,,ines@harbour.example,',
		mapping: { columns: ['name', 'text', 'email', 'rating'] },
	})
	expect(done).toMatchObject({ added: 0, refused: 0, erased: 2 })
	expect((await importRows(owner.client, done)).map(({ cells }) => cells)).toEqual([null, null])
})

it('an id of the source is remembered, whatever the words are by then', async () => {
	const space = await makeSpace()
	const google = (comment: string) =>
		JSON.stringify({
			reviews: [
				{
					reviewer: { displayName: 'Mia Fjord' },
					starRating: 'FIVE',
					comment,
					createTime: '2021-03-15T08:12:44Z',
					name: 'accounts/1/locations/2/reviews/3',
				},
			],
		})
	const first = await run(space, { file: google('A lovely bowl that I use daily.'), name: 'reviews.json' })
	expect(first).toMatchObject({ added: 1, source: 'google' })
	const edited = { file: google('Edited since, to something else altogether.'), name: 'reviews.json' }
	expect((await analyse(space, edited)).counts).toMatchObject({ new: 0, duplicate: 1 })
	const { data } = await owner.client
		.from('testimonials')
		.select('id')
		.eq('space_id', space.space_id)
		.single()
		.throwOnError()
	await owner.client.rpc('erase_person', { space_id: space.space_id, testimonial_ids: [data.id] }).throwOnError()
	expect((await analyse(space, edited)).counts).toMatchObject({ new: 0, duplicate: 0, erased: 1 })
})

it('words that were erased are not added by hand, and the author can still send them', async () => {
	const space = await makeSpace()
	const sent = await postSubmission(app, submissionBody(space, { body: words }))
	await owner.client
		.rpc('erase_person', { space_id: space.space_id, testimonial_ids: [sent.body.id ?? ''] })
		.throwOnError()
	expect(await addByHand(space, words, 'Ines')).toMatchObject({
		status: 422,
		body: { error: { code: 'invalid', fields: { body: expect.stringContaining('erased here') } } },
	})
	expect((await addByHand(space, 'Other words than those before.', 'Ines')).status).toBe(201)
	const { error } = await owner.client.rpc('vouch_testimonial', {
		space_id: space.space_id,
		body: words,
		author_name: 'Ines',
	})
	expect(error?.code).toBe('22023')
	expect((await postSubmission(app, submissionBody(space, { body: words }))).status).toBe(201)
})

it('the erasure of a submitter counts for imports, for words by hand and for invitations', async () => {
	const space = await makeSpace()
	const author = { name: 'Ines Castellanos', email: 'ines@harbour.example' }
	const sent = await postSubmission(app, submissionBody(space, { body: words, author }))
	const erased = await app.fetch(sent.body.receipt_url ?? '', {
		method: 'POST',
		headers: { 'content-type': 'application/x-www-form-urlencoded' },
		body: new URLSearchParams({ do: 'erase' }),
	})
	expect(erased.status).toBe(200)
	expect((await analyse(space, { file })).counts).toMatchObject({ new: 3, erased: 1 })
	expect((await addByHand(space, words, 'Ines')).status).toBe(422)
	const who = { form_id: space.form_id, owner: owner.id }
	const asked = [{ email: 'Ines+again@harbour.example' }, { email: 'otto@harbour.example' }]
	const { data: known } = await owner.client
		.rpc('known_recipients', { space_id: space.space_id, emails: asked.map(({ email }) => email) })
		.throwOnError()
	expect(known).toMatchObject([{ reason: 'erased before', at: expect.any(String) }])
	expect((await invite(app.deps.db, who, asked)).map(({ reason }) => reason)).toEqual(['erased before', null])
})

it('a row cannot be mended into one of an erased person', async () => {
	const space = await makeSpace()
	await run(space, { file })
	const done = await run(space, {
		file: 'Name,Review,E-mail\n,Something that is new to all,ines@harbour.example',
		mapping: { columns: ['name', 'text', 'email'] },
	})
	expect(done.refused).toBe(1)
	await eraseAddress(space, 'ines@harbour.example')
	const { error } = await owner.client.functions.invoke('import-row', {
		body: { import_id: done.id, row: 1, cells: ['Ines', 'Something that is new to all', 'ines@harbour.example'] },
	})
	expect([404, 422]).toContain(error?.context.status)
})

it('a restore of an older database remembers who was erased since', async () => {
	const space = await makeSpace()
	await run(space, { file })
	await eraseAddress(space, 'ines@harbour.example')
	const list = await app.sql<Erasure>(
		`select kind, space_id, row_hash, to_json(erased_at) #>> '{}' as erased_at from plaudit.erased_rows where space_id = $1`,
		[space.space_id],
	)
	await app.sql('delete from plaudit.erased_rows where space_id = $1', [space.space_id])
	await app.sql('delete from private.erased where space_id = $1', [space.space_id])
	await app.sql('delete from private.erased_keys where space_id = $1', [space.space_id])
	expect((await analyse(space, { file })).counts).toMatchObject({ erased: 0 })
	await repeatErasures(app.deps.db, list, 'unknown')
	expect((await analyse(space, { file })).counts).toMatchObject({ duplicate: 3, erased: 1 })
})

it('another space knows nothing of those who were erased here', async () => {
	const [space, other] = [await makeSpace(), await makeSpace()]
	await run(space, { file })
	await eraseAddress(space, 'ines@harbour.example')
	expect((await analyse(other, { file })).counts).toMatchObject({ new: 4, erased: 0 })
	expect((await addByHand(other, words, 'Ines')).status).toBe(201)
})
