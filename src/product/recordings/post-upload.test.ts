import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { holdTheHour } from '#test/support/postgres/hold-the-hour.ts'
import { createSpace, postSubmission, type SpaceFixture } from '#test/support/product/space-fixture.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { askForUpload, sendByTus, uploadRecording, webm } from '#test/support/product/upload-recording.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let space: SpaceFixture
const film = webm(20_000)

beforeAll(async () => {
	app = await createTestApp({ MAX_VIDEO_MB: '1' })
	await app.deps.jobs.close()
})
beforeEach(async () => {
	space = await createSpace(app.database)
	await app.sql(`update public.forms set accepts = '{text,video,audio}' where id = $1`, [space.form_id])
})
afterAll(() => app.close())

const ask = (changes: Record<string, unknown> = {}) =>
	askForUpload(app, {
		form: space.slug,
		kind: 'video',
		bytes: film.length,
		type: 'video/mp4;codecs="avc1"',
		...changes,
	})
const video = (id: string, changes: Record<string, unknown> = {}) =>
	submissionBody(space, { kind: 'video', body: '', media: [id], ...changes })
const mediaOf = (testimonial: string | undefined) =>
	app.sql<Record<string, unknown>>('select * from public.media where testimonial_id = $1', [testimonial])
const objects = async () =>
	(await app.sql<{ name: string }>(`select name from storage.objects where bucket_id = 'recordings'`)).map(
		({ name }) => name,
	)

const refusalOf = ({ status, body: { error } }: Awaited<ReturnType<typeof postSubmission>>) => [
	status,
	error?.code,
	Object.keys(error?.fields ?? {}),
]

test('a visitor uploads a video without an account and sends it', async () => {
	const upload = await uploadRecording(app, space.slug, 'video', film, 'video/webm')
	const sent = await postSubmission(app, video(upload, { cover: 1.5 }))
	expect(sent.status).toBe(201)
	const folder = `${space.space_id}/${sent.body.id}/${upload}`
	expect(await mediaOf(sent.body.id)).toMatchObject([
		{
			id: upload,
			kind: 'video',
			state: 'processing',
			path: `${folder}.mp4`,
			original_path: `${folder}-original.webm`,
			mime: 'video/webm',
			bytes: '20000',
			cover: '1.5',
		},
	])
	expect(await objects()).toContain(`${folder}-original.webm`)
	const jobs = await app.sql(`select kind from plaudit.jobs where payload ->> 'media_id' = $1`, [upload])
	expect(jobs).toEqual([{ kind: 'process_recording' }])
})

test('a form post names the upload in its field `media`', async () => {
	const upload = await uploadRecording(app, space.slug, 'audio', film, 'audio/webm')
	const form = new URLSearchParams({ form: space.slug, kind: 'audio', media: upload, name: 'Ines', consent: 'yes' })
	const sent = await postSubmission(app, form, { accept: 'application/json' })
	expect(sent.status).toBe(201)
	expect(await mediaOf(sent.body.id)).toMatchObject([{ id: upload, kind: 'audio' }])
})

test('a repeated submission of a recording gets the same answer, and an upload is sent once', async () => {
	const upload = await uploadRecording(app, space.slug, 'video', film)
	const key = { 'idempotency-key': randomUUID() }
	const first = await postSubmission(app, video(upload), key)
	expect((await postSubmission(app, video(upload), key)).body).toEqual(first.body)
	const again = await postSubmission(app, video(upload))
	expect(refusalOf(again)).toEqual([422, 'upload_used', ['media']])
})

test('of two submissions that name one upload at the same moment, one is stored', async () => {
	const upload = await uploadRecording(app, space.slug, 'video', film)
	const sent = await Promise.all([1, 2, 3, 4].map(() => postSubmission(app, video(upload))))
	expect(sent.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422])
})

test('a recording is refused without a complete upload of its own form and kind', async () => {
	const upload = await uploadRecording(app, space.slug, 'video', film)
	const other = await createSpace(app.database)
	await app.sql(`update public.forms set accepts = '{video}' where id = $1`, [other.form_id])
	const foreign = await uploadRecording(app, other.slug, 'video', film)
	const { body: unsent } = await ask()
	for (const [body, code] of [
		[video(foreign), 'upload_missing'],
		[video(unsent.id), 'upload_incomplete'],
		[video(randomUUID()), 'upload_missing'],
		[video('x'), 'invalid'],
		[video(upload, { media: [] }), 'invalid'],
		[video(upload, { media: [upload, upload] }), 'invalid'],
		[video(upload, { kind: 'audio' }), 'wrong_recording'],
	] as const)
		expect(refusalOf(await postSubmission(app, body))).toEqual([422, code, ['media']])
	const { body } = await postSubmission(app, video(upload, { cover: -1 }))
	expect(Object.keys(body.error?.fields ?? {})).toEqual(['cover'])
})

test('a file whose first bytes are those of no recording is refused', async () => {
	for (const bytes of ['<!doctype html>', '#EXTM3U\nfile:///etc/passwd', 'PK\x03\x04', 'GIF89a', ' ']) {
		const upload = await uploadRecording(app, space.slug, 'video', Buffer.from(bytes))
		expect(refusalOf(await postSubmission(app, video(upload)))).toEqual([422, 'wrong_recording', ['media']])
	}
})

test('an upload is refused for a closed or unknown form, another kind, and a wrong or too large file', async () => {
	const refusal = async (changes: Record<string, unknown>) => {
		const { status, body } = await ask(changes)
		return [status, body.error?.code, ...Object.keys(body.error?.fields ?? {})]
	}
	expect(await refusal({ form: 'no-such-form' })).toEqual([404, 'form_not_found'])
	expect(await refusal({ kind: 'photo' })).toEqual([422, 'invalid', 'kind'])
	expect(await refusal({ bytes: 0 })).toEqual([422, 'invalid', 'bytes'])
	expect(await refusal({ bytes: 3 * 2 ** 30 })).toEqual([413, 'payload_too_large', 'bytes'])
	expect(await refusal({ type: 'text/html' })).toEqual([422, 'invalid', 'type'])
	// A kind that was removed within a week is still taken, as a page that offered it may be open.
	await app.sql(`update public.forms set accepts = '{text}' where id = $1`, [space.form_id])
	await app.sql("update public.form_versions set published_at = published_at - interval '8 days' where form_id = $1", [
		space.form_id,
	])
	// A change of any column drops the cached form.
	await app.sql("update public.forms set name = 'Ours' where id = $1", [space.form_id])
	await expect.poll(() => refusal({})).toEqual([404, 'form_not_found'])
	await app.sql(`update public.forms set accepts = '{video}', is_open = false where id = $1`, [space.form_id])
	await expect.poll(() => refusal({})).toEqual([404, 'form_not_found'])
})

test('a form that closes or stops taking videos after an upload costs nothing: it is sent once the form takes it again', async () => {
	const upload = await uploadRecording(app, space.slug, 'video', film)
	const setForm = (changes: string) => app.sql(`update public.forms set ${changes}`)
	const send = async () => refusalOf(await postSubmission(app, video(upload)))
	await setForm('is_open = false')
	await expect.poll(send).toEqual([404, 'form_not_found', []])
	await setForm(`is_open = true, accepts = '{text}'`)
	await expect.poll(send).toEqual([422, 'invalid', ['kind']])
	await setForm(`accepts = '{video}'`)
	await expect.poll(send).toEqual([201, undefined, []])
})

test('a full server refuses an upload before it begins', async () => {
	const full = await createTestApp({ MIN_FREE_DISK_MB: '1000000' }, app.database)
	try {
		const { status, body } = await askForUpload(full, { form: space.slug, kind: 'video', bytes: 1000 })
		expect([status, body.error?.code]).toEqual([507, 'storage_full'])
	} finally {
		await full.close()
	}
})

test('the token of an upload writes one file of the agreed size and no other', async () => {
	const { body: upload } = await ask()
	const tooLarge = await sendByTus(app, upload, randomBytes(film.length + 1))
	expect(tooLarge.status).toBe(413)
	for (const place of [{ name: `unsent/${randomUUID()}` }, { bucket: 'photos' }])
		expect((await sendByTus(app, { ...upload, ...place }, film)).status).toBe(400)
	expect((await sendByTus(app, { ...upload, token: `${upload.token}x` }, film)).status).toBe(400)
	expect((await sendByTus(app, upload, film, 'text/html')).status).toBe(415)
	expect((await sendByTus(app, upload, film)).status).toBe(201)
	expect((await sendByTus(app, upload, film)).status).toBe(409)
})

test('the token of an upload binds the size on every way to the bucket, and others neither see nor end the upload', async () => {
	const { body: upload } = await ask({ bytes: 100 })
	const place = `${app.url}/storage/v1/object/upload/sign/${upload.bucket}/${upload.name}?token=${upload.token}`
	const put = async (bytes: number) => {
		const headers = { 'content-type': 'video/webm' }
		const answer = await app.fetch(place, { method: 'PUT', headers, body: new Uint8Array(bytes) })
		const { statusCode = answer.status } = (await answer.json()) as { statusCode?: string }
		return Number(statusCode)
	}
	expect(await put(101)).toBe(413)
	const tus = { 'tus-resumable': '1.0.0', 'x-signature': upload.token }
	const begun = await app.fetch(upload.url, {
		method: 'POST',
		headers: {
			...tus,
			'upload-defer-length': '1',
			'upload-metadata': `contentType ${Buffer.from('video/webm').toString('base64')}`,
		},
	})
	expect(begun.status).toBe(201)
	const at = begun.headers.get('location') ?? ''
	const append = (headers: Record<string, string>, bytes: number) =>
		app.fetch(at, {
			method: 'PATCH',
			headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream', ...headers },
			body: new Uint8Array(bytes),
		})
	expect((await append({ 'upload-length': '101' }, 101)).status).toBe(413)
	expect((await append({ 'content-type': 'video/webm' }, 100)).status).toBe(400)
	const { body: other } = await ask()
	for (const method of ['HEAD', 'DELETE', 'PATCH']) {
		const { status } = await app.fetch(at, { method, headers: { ...tus, 'x-signature': other.token } })
		expect([method, status >= 400]).toEqual([method, true])
	}
	expect((await app.fetch(at, { method: 'HEAD', headers: tus })).status).toBe(200)
	expect(await put(100)).toBe(200)
	expect(await put(100)).toBe(409)
})

test('the token of an upload may come as a bearer, and then names the place itself', async () => {
	const { body: upload } = await ask()
	const sent = await app.fetch(upload.url, {
		method: 'POST',
		headers: {
			'tus-resumable': '1.0.0',
			authorization: `Bearer ${upload.token}`,
			'upload-length': String(film.length),
			'upload-metadata': `contentType ${Buffer.from('video/mp4').toString('base64')}`,
			'content-type': 'application/offset+octet-stream',
		},
		body: new Uint8Array(film),
	})
	expect(sent.status).toBe(201)
	expect((await postSubmission(app, video(upload.id))).status).toBe(201)
})

test('an upload that was never sent is deleted after a day, and a sent one stays', async () => {
	const [lost, kept] = await Promise.all([1, 2].map(() => uploadRecording(app, space.slug, 'video', film)))
	await postSubmission(app, video(kept ?? ''))
	await app.sql(`update private.recording_uploads set created_at = now() - interval '26 hours'`)
	await app.sql('select private.forget_old()')
	expect((await objects()).filter((name) => name.includes(lost ?? ''))).toEqual([])
	expect((await objects()).filter((name) => name.includes(kept ?? ''))).toHaveLength(1)
})

test('nothing is left of uploads whose form was deleted, or whose token was used again after they were sent', async () => {
	await app.sql(`delete from storage.objects where bucket_id = 'recordings'`)
	const { body: upload } = await ask()
	await sendByTus(app, upload, film)
	expect((await postSubmission(app, video(upload.id))).status).toBe(201)
	expect((await sendByTus(app, upload, film)).status).toBe(201)
	const waiting = await uploadRecording(app, space.slug, 'video', film)
	const other = await createSpace(app.database)
	await app.sql(`update public.forms set accepts = '{video}' where id = $1`, [other.form_id])
	await uploadRecording(app, other.slug, 'video', film)
	await app.sql('delete from public.forms where id = $1', [other.form_id])
	expect(await objects()).toHaveLength(4)
	await app.sql('select private.forget_old()')
	expect((await objects()).map((name) => name.split('/').at(-1)).sort()).toEqual(
		[`${upload.id}-original.webm`, waiting].sort(),
	)
})

test('a network has an hourly budget of uploads, and one of bytes that were not sent', async () => {
	const limited = await createTestApp(
		{ RATE_LIMITS: 'on', UPLOADS_PER_ADDRESS_HOURLY: '12', MAX_VIDEO_MB: '1' },
		app.database,
	)
	await holdTheHour(app.database)
	try {
		const statuses: number[] = []
		const one = { form: space.slug, kind: 'video', bytes: 2 ** 20 - 1 }
		for (let i = 0; i < 11; i++) statuses.push((await askForUpload(limited, one)).status)
		expect(statuses).toEqual([...Array(10).fill(201), 429])
		await app.sql('update private.recording_uploads set used_at = now()')
		const more = [await askForUpload(limited, one), await askForUpload(limited, one)]
		expect(more.map(({ status }) => status)).toEqual([201, 429])
		expect(Number(more[1]?.headers.get('retry-after'))).toBeGreaterThan(0)
	} finally {
		await limited.close()
	}
})
