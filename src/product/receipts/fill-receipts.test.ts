import { afterAll, beforeAll, expect, it } from 'vitest'
import { withClient } from '#platform/pg/connections.ts'
import { createSpace, postSubmission, type SpaceFixture } from '#test/support/product/space-fixture.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { runDueJobs } from '#test/support/run-due-jobs.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

let app: TestApp
let space: SpaceFixture
let other: SpaceFixture
beforeAll(async () => {
	app = await createTestApp()
	space = await createSpace(app.database)
	other = await createSpace(app.database)
})
afterAll(() => app.close())

const run = <Row extends object>(text: string, values: unknown[] = []) => asOwner<Row>(app.database, text, values)
/** Brings receipts to the state in which the migration 0057 leaves those that were there before it. */
const makeFormer = () =>
	run(`with former as (update private.receipts set space_id = null)
		insert into plaudit.jobs (kind) values ('fill_receipts')`)
const fill = () => runDueJobs({ db: app.deps.db, jobs: app.deps.longJobs })
const wrong = () =>
	run(`select r.testimonial_id from private.receipts r join public.testimonials t on t.id = r.testimonial_id
		where r.space_id is distinct from t.space_id`)

it('a receipt has the space of its form from the start', async () => {
	for (const form of [space, other]) await postSubmission(app, submissionBody(form))
	expect(await wrong()).toEqual([])
})

it('receipts from before the column get the space of their testimonial by the job, which then ends', async () => {
	await makeFormer()
	expect(await wrong()).toHaveLength(2)
	await fill()
	expect(await wrong()).toEqual([])
	expect(await run("select 1 from plaudit.jobs where kind = 'fill_receipts'")).toEqual([])
})

it('a link and an idempotency key answer before the job has filled their receipt', async () => {
	const key = { 'idempotency-key': '0b0ff4d5-2c5f-4d5e-9a3d-3f4f0f6d7a11' }
	const body = submissionBody(space, { body: 'A kiln that keeps its word.' })
	const sent = await postSubmission(app, body, key)
	await run('update private.receipts set space_id = null')
	const token = sent.body.receipt_url?.split('/').at(-1) ?? ''
	const read = await app.fetch(`${app.url}/functions/v1/receipt`, { headers: { 'receipt-token': token } })
	expect(await read.json()).toMatchObject({ id: sent.body.id })
	expect((await postSubmission(app, body, key)).body.id).toBe(sent.body.id)
})

it('the job waits for no receipt that another transaction writes, and fills it in a later run', async () => {
	await makeFormer()
	const [row] = await run<{ id: string }>('select testimonial_id as id from private.receipts limit 1')
	await withClient(app.database.owner, async (writer) => {
		await writer.query('begin')
		await writer.query('update private.receipts set published_at = now() where testimonial_id = $1', [row?.id])
		await fill()
		expect(await wrong()).toEqual([{ testimonial_id: row?.id }])
		await writer.query('commit')
	})
	const [job] = await run<{ waits: boolean }>(
		"select run_at > now() and failed_at is null as waits from plaudit.jobs where kind = 'fill_receipts'",
	)
	expect(job?.waits).toBe(true)
	await run("update plaudit.jobs set run_at = now() where kind = 'fill_receipts'")
	await fill()
	expect(await wrong()).toEqual([])
})
