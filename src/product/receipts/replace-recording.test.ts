import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Receipt } from '#shared/form/receipt.ts'
import { sendRecording } from '#test/support/product/send-recording.ts'
import { createSpace, type SpaceFixture } from '#test/support/product/space-fixture.ts'
import { askForUpload, sendByTus, uploadRecording, webm } from '#test/support/product/upload-recording.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

let app: TestApp
let space: SpaceFixture
let id: string
let token: string
const film = webm(1000)

beforeAll(async () => {
	app = await createTestApp()
	await app.stopWorkers()
})
beforeEach(async () => {
	space = await createSpace(app.database)
	await asOwner(app.database, `update public.forms set accepts = '{video}' where id = $1`, [space.form_id])
	const sent = await sendRecording(app, space, { bytes: film })
	id = sent.id
	token = sent.token
})
afterAll(() => app.close())

const ask = (changes: Record<string, unknown> = {}, secret = token) =>
	askForUpload(app, { kind: 'video', bytes: film.length, ...changes }, { 'receipt-token': secret })

async function change(body: object): Promise<{ status: number; body: Receipt & { error?: { fields?: object } } }> {
	const answer = await app.fetch(`${app.url}/functions/v1/receipt`, {
		method: 'PATCH',
		headers: { 'receipt-token': token, 'content-type': 'application/json' },
		body: JSON.stringify(body),
	})
	return { status: answer.status, body: (await answer.json()) as Receipt }
}

/** Replaces the recording. @returns its id */
async function replace(): Promise<string> {
	const { body: upload } = await ask()
	await sendByTus(app, upload, film)
	expect((await change({ media: [upload.id] })).status).toBe(200)
	return upload.id
}

const media = async () =>
	(
		await asOwner<{ id: string }>(
			app.database,
			'select id from public.media where testimonial_id = $1 order by created_at',
			[id],
		)
	).map((row) => row.id)
const ready = (recording: string) =>
	asOwner(app.database, `update public.media set state = 'ready', seconds = 1 where id = $1`, [recording])
const decide = (status: string) =>
	asOwner(app.database, 'update public.testimonials set status = $2 where id = $1', [id, status])
const shown = async () => {
	const [row] = await asOwner<{ media: { path: string }[] }>(
		app.database,
		'select media from private.shown_testimonials where id = $1',
		[id],
	)
	return row?.media.map(({ path }) => path.split('/').at(-1)?.split('.')[0])
}

test('a recording that is not approved yet is replaced at once, and its file is deleted', async () => {
	const [first] = await media()
	const second = await replace()
	expect(await media()).toEqual([second])
	const objects = await asOwner<{ name: string }>(
		app.database,
		`select name from storage.objects where bucket_id = 'recordings' and name like $1`,
		[`${space.space_id}/${id}/%`],
	)
	expect(objects.map(({ name }) => name)).toEqual([`${space.space_id}/${id}/${second}-original.webm`])
	expect(first).not.toBe(second)
})

test('a public recording stays public until the new one is approved and ready', async () => {
	const [first = ''] = await media()
	await ready(first)
	await decide('approved')
	expect(await shown()).toEqual([first])
	const second = await replace()
	expect(await shown()).toEqual([first])
	await decide('approved')
	expect(await shown()).toEqual([first])
	await ready(second)
	expect(await shown()).toEqual([second])
	expect(await media()).toEqual([second])
})

test('a new recording that is ready first appears with its approval, and of two the later counts', async () => {
	const [first = ''] = await media()
	await ready(first)
	await decide('approved')
	await replace()
	const third = await replace()
	expect(await media()).toEqual([first, third])
	await ready(third)
	expect(await shown()).toEqual([first])
	await decide('approved')
	expect(await shown()).toEqual([third])
})

test('the holder of the link sees the processing of both recordings', async () => {
	const [first = ''] = await media()
	await ready(first)
	await decide('approved')
	const second = await replace()
	const { body } = await change({})
	expect(body.media).toMatchObject([
		{ id: first, state: 'ready', is_replacement: false, url: expect.stringContaining(`${first}.mp4`) },
		{ id: second, state: 'processing', is_replacement: true, url: null, progress: 0 },
	])
	expect(body.media[1]?.original_url).toContain(`${second}-original.webm`)
})

test('only the holder of the link replaces the recording, by an upload of the same kind', async () => {
	expect((await ask({}, 'x'.repeat(43))).status).toBe(404)
	expect((await ask({ kind: 'audio' })).status).toBe(404)
	const foreign = await uploadRecording(app, space.slug, 'video', film)
	for (const named of [[foreign], ['x'], []]) {
		const { status, body } = await change({ media: named })
		expect([status, Object.keys(body.error?.fields ?? {})]).toEqual([422, ['media']])
	}
	expect(await media()).toHaveLength(1)
})

test('erasing a testimonial deletes its recordings, and one that was uploaded to replace it', async () => {
	const { body: upload } = await ask()
	await sendByTus(app, upload, film)
	const answer = await app.fetch(`${app.url}/functions/v1/receipt`, {
		method: 'DELETE',
		headers: { 'receipt-token': token },
	})
	expect(answer.status).toBe(204)
	expect(
		await asOwner(app.database, `select 1 from storage.objects where name like $1 or name = $2`, [
			`${space.space_id}/${id}/%`,
			upload.name,
		]),
	).toEqual([])
})
