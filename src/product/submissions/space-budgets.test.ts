import { afterAll, beforeAll, expect, it } from 'vitest'
import { holdTheHour } from '#test/support/postgres/hold-the-hour.ts'
import { createSpace, postSubmission, type SpaceFixture } from '#test/support/product/space-fixture.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { askForUpload } from '#test/support/product/upload-recording.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

let app: TestApp
let spaces: SpaceFixture[]
beforeAll(async () => {
	app = await createTestApp({ RATE_LIMITS: 'on', SUBMIT_PER_ADDRESS_HOURLY: '2', UPLOADS_PER_ADDRESS_HOURLY: '2' })
	spaces = [await createSpace(app.database), await createSpace(app.database)]
	await asOwner(app.database, `update public.forms set accepts = '{text,video}'`)
	await holdTheHour(app.database)
})
afterAll(() => app.close())

const all = <T>(work: (space: SpaceFixture) => Promise<T>) => Promise.all(spaces.map(work))
const used = (space: string) =>
	asOwner<{ used: number }>(
		app.database,
		'select used from private.space_budgets where space_id = $1 order by used desc',
		[space],
	)
const everySpace = '00000000-0000-0000-0000-000000000000'

it('a network that used up its hour in one space still writes to another, where it is counted by itself', async () => {
	for (const expected of [201, 201, 429])
		expect((await all((space) => postSubmission(app, submissionBody(space)))).map(({ status }) => status)).toEqual([
			expected,
			expected,
		])
	for (const { space_id } of spaces) expect(await used(space_id)).toEqual([{ used: 2 }])
})

it('a network has its uploads of the hour in each space by itself', async () => {
	const ask = ({ slug }: SpaceFixture) => askForUpload(app, { form: slug, kind: 'video', bytes: 1000 })
	for (const expected of [201, 201, 429])
		expect((await all(ask)).map(({ status }) => status)).toEqual([expected, expected])
})

it('private links to one mailbox are counted over all spaces together', async () => {
	await asOwner(app.database, 'delete from private.space_budgets')
	for (const [n, space] of [...spaces, ...spaces].entries()) {
		const author = { name: 'Ines', email: 'ines@harbour.example' }
		const { status } = await postSubmission(app, submissionBody(space, { author, body: `Bowl ${n}` }))
		expect(status).toBe(201)
	}
	// The mails themselves are counted for the accounts of the two spaces, two for each.
	await app.deps.jobs.idle()
	expect((await used(everySpace))[0]).toEqual({ used: 3 })
})
