import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Query, sql } from '#platform/pg/sql.ts'
import { sendRecording } from '#test/support/product/send-recording.ts'
import { createSpace, postSubmission, type SpaceFixture } from '#test/support/product/space-fixture.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { uploadRecording, webm } from '#test/support/product/upload-recording.ts'
import { runDueJobs } from '#test/support/run-due-jobs.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'
import { setPoster, setProgress } from './queries.ts'

let app: TestApp
let space: SpaceFixture
const folder = mkdtempSync(join(tmpdir(), 'plaudit-recordings-'))
const picture = ['-f', 'lavfi', '-i', 'testsrc=size=320x180:rate=15:duration=2']
const sound = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=2']

function make(name: string, args: string[]): Buffer {
	const path = join(folder, name)
	execFileSync('ffmpeg', ['-v', 'error', '-y', ...args, path])
	return readFileSync(path)
}

const film = make('film.webm', [...picture, ...sound, '-c:v', 'libvpx', '-c:a', 'libopus', '-metadata', 'title=secret'])
const voice = make('voice.ogg', [...sound, '-c:a', 'libopus'])

beforeAll(async () => {
	app = await createTestApp()
})
beforeEach(async () => {
	space = await createSpace(app.database)
	await app.sql(`update public.forms set accepts = '{text,video,audio}' where id = $1`, [space.form_id])
})
afterAll(() => app.close())

async function send(kind: 'video' | 'audio', bytes: Buffer, type: string, fields = {}): Promise<string> {
	const upload = await uploadRecording(app, space.slug, kind, bytes, type)
	const { status, body } = await postSubmission(
		app,
		submissionBody(space, { kind, body: '', media: [upload], ...fields }),
	)
	expect(status).toBe(201)
	return body.id ?? ''
}
const asMember = (query: Query) => app.deps.db.as({ role: 'authenticated', sub: space.owner }, (tx) => tx.final(query))
const mediaOf = async (testimonial: string) => {
	const [row] = await app.sql<Record<string, unknown>>(
		`select *, seconds::float8 as seconds, cover::float8 as cover from public.media where testimonial_id = $1`,
		[testimonial],
	)
	return row
}
const objectsOf = async (testimonial: string) =>
	(
		await app.sql<{ name: string; type: string }>(
			`select split_part(name, '/', 3) as name, metadata ->> 'mimetype' as type from storage.objects
			where name like $1 order by name`,
			[`${space.space_id}/${testimonial}/%`],
		)
	).map(({ name, type }) => [name.slice(36), type])
const incoming = () => readdir(join(app.deps.config.DATA_DIR, 'storage', 'incoming')).catch(() => [])

test('a video becomes an MP4 with a poster, and its testimonial ready', async () => {
	const id = await send('video', film, 'video/webm', { cover: 1 })
	await app.deps.recordingJobs.idle()
	const row = await mediaOf(id)
	expect(row).toMatchObject({
		state: 'ready',
		progress: 100,
		problem: null,
		mime: 'video/mp4',
		width: 320,
		height: 180,
		cover: 1,
		poster_path: expect.stringMatching(/\.webp$/),
	})
	expect(Math.abs(Number(row?.seconds) - 2)).toBeLessThan(0.1)
	expect(await objectsOf(id)).toEqual([
		['-original.webm', 'video/webm'],
		['.mp4', 'video/mp4'],
		['.webp', 'image/webp'],
	])
	const [{ media_ready } = {}] = await app.sql<{ media_ready: boolean }>(
		'select media_ready from public.testimonials where id = $1',
		[id],
	)
	expect(media_ready).toBe(true)
	expect(await incoming()).toEqual([])
})

test('audio becomes an M4A with its waveform', async () => {
	const id = await send('audio', voice, 'audio/ogg')
	await app.deps.recordingJobs.idle()
	const row = await mediaOf(id)
	expect(row).toMatchObject({ state: 'ready', mime: 'audio/mp4', poster_path: null })
	expect(row?.peaks).toHaveLength(100)
	expect((await objectsOf(id)).map(([name]) => name)).toEqual(['-original.ogg', '.m4a'])
})

test('a damaged recording fails with its reason, and the testimonial is kept', async () => {
	const id = await send('video', webm(1000), 'video/mp4')
	await app.deps.recordingJobs.idle()
	expect(await mediaOf(id)).toMatchObject({ state: 'failed', problem: 'unreadable' })
	expect(await incoming()).toEqual([])
})

test('a recording that is longer than its form allows is refused', async () => {
	await app.sql('update public.forms set max_seconds = 5 where id = $1', [space.form_id])
	const long = make('long.webm', [
		...['-f', 'lavfi', '-i', 'testsrc=size=64x64:rate=5:duration=9', '-c:v', 'libvpx', '-deadline', 'realtime'],
	])
	const id = await send('video', long, 'video/webm')
	await app.deps.recordingJobs.idle()
	expect(await mediaOf(id)).toMatchObject({ state: 'failed', problem: 'too_long' })
})

test('what failed for want of ffmpeg is tried again at the next start with it', async () => {
	const id = await send('video', film, 'video/webm')
	await app.deps.recordingJobs.idle()
	await app.sql(`update public.media set state = 'failed', problem = 'no_ffmpeg' where testimonial_id = $1`, [id])
	const next = await createTestApp({ DATA_DIR: app.deps.config.DATA_DIR }, app.database)
	try {
		await expect.poll(async () => (await mediaOf(id))?.state).toBe('ready')
	} finally {
		await next.close()
	}
})

test('a failed recording is tried again when an editor asks for it', async () => {
	const id = await send('video', film, 'video/webm')
	await app.deps.recordingJobs.idle()
	const row = await mediaOf(id)
	await app.sql(`update public.media set state = 'failed', problem = 'interrupted' where id = $1`, [row?.id])
	const { client } = await app.person()
	const refused = await client.rpc('retry_recording', { media_id: row?.id })
	expect(refused.error?.code).toBe('42501')
	await asMember(sql`select public.retry_recording(${String(row?.id)})`)
	await app.deps.recordingJobs.idle()
	expect(await mediaOf(id)).toMatchObject({ state: 'ready', problem: null })
})

test('an editor chooses another cover, and the former poster is deleted', async () => {
	const id = await send('video', film, 'video/webm')
	await app.deps.recordingJobs.idle()
	const row = await mediaOf(id)
	const versionOfPoster = async () =>
		(await app.sql<{ version: string }>('select version from storage.objects where name = $1', [row?.poster_path]))[0]
			?.version
	const before = await versionOfPoster()
	await asMember(sql`select public.choose_cover(${String(row?.id)}, 1.5)`)
	await app.deps.recordingJobs.idle()
	expect(await versionOfPoster()).not.toBe(before)
	expect(await app.deps.files.read(before ?? '')).toBeUndefined()
})

test('a recording whose processing ended the whole process at every attempt is given up', async () => {
	const id = await send('video', film, 'video/webm')
	await app.deps.recordingJobs.idle()
	const row = await mediaOf(id)
	await app.sql(`update public.media set state = 'processing' where id = $1`, [row?.id])
	await app.sql(
		`insert into plaudit.jobs (kind, payload, attempts)
		values ('process_recording', jsonb_build_object('space_id', $1::uuid, 'media_id', $2::uuid), 12)`,
		[space.space_id, row?.id],
	)
	await runDueJobs({ db: app.deps.db, jobs: app.deps.recordingJobs })
	expect(await mediaOf(id)).toMatchObject({ state: 'failed', problem: 'interrupted' })
})

test('the progress of a recording drops no wall from the caches', async () => {
	const id = await send('video', film, 'video/webm')
	await app.deps.recordingJobs.idle()
	const row = await mediaOf(id)
	const set = (state: string) => app.sql('update public.media set state = $2 where id = $1', [row?.id, state])
	await set('processing')
	const notices: string[] = []
	await app.deps.db.listen('plaudit_space', (notice) => notices.push(notice))
	await app.deps.db.as({ role: 'service_role' }, (tx) => tx.final(setProgress(space.space_id, String(row?.id), 50)))
	await app.sql(`select pg_notify('plaudit_space', 'end')`)
	await expect.poll(() => notices.at(-1)).toBe('end')
	expect(notices).not.toContain(space.space_id)
	await set('failed')
	await expect.poll(() => notices.at(-1)).toBe(space.space_id)
})

test('of two covers that were chosen shortly after each other, the poster shows the later one', async () => {
	const id = await send('video', film, 'video/webm', { cover: 1 })
	await app.deps.recordingJobs.idle()
	const row = await mediaOf(id)
	const set = (cover: number) =>
		app.deps.db.as({ role: 'service_role' }, (tx) =>
			tx.final(setPoster(space.space_id, String(row?.id), String(row?.poster_path), cover)),
		)
	expect(await set(0.5)).toEqual([])
	expect(await set(1)).toEqual([{ id: row?.id }])
})

test('a recording waits while the disk is full, fails with that reason when no room was made, and is shown after it', async () => {
	// It takes the upload and leaves the work to the others.
	const first = await createTestApp()
	await first.stopWorkers()
	const { database } = first
	const { DATA_DIR } = first.deps.config
	const shop = await createSpace(database)
	await asOwner(database, `update public.forms set accepts = '{video}' where id = $1`, [shop.form_id])
	const { id } = await sendRecording(first, shop, { bytes: film })
	const [{ media_id } = {}] = await asOwner<{ media_id: string }>(
		database,
		'select id as media_id from public.media where testimonial_id = $1',
		[id],
	)
	const recording = async () =>
		(
			await asOwner<Record<string, unknown>>(
				database,
				`select m.state, m.problem, j.last_error from public.media m
				left join plaudit.jobs j on j.payload ->> 'media_id' = m.id::text where m.id = $1`,
				[media_id],
			)
		)[0]
	const full = await createTestApp({ DATA_DIR, MIN_FREE_DISK_MB: '1000000' }, database)
	await expect.poll(recording).toMatchObject({
		state: 'processing',
		problem: null,
		last_error: expect.stringContaining('disk space'),
	})
	await asOwner(database, 'update plaudit.jobs set attempts = max_attempts - 1, run_at = now()')
	await expect.poll(recording).toMatchObject({ state: 'failed', problem: 'storage_full' })
	await full.close()
	const roomy = await createTestApp({ DATA_DIR }, database)
	await roomy.deps.db.as({ role: 'authenticated', sub: shop.owner }, (tx) =>
		tx.final(sql`select public.retry_recording(${String(media_id)})`),
	)
	await roomy.deps.recordingJobs.idle()
	expect(await recording()).toMatchObject({ state: 'ready', problem: null })
	await roomy.close()
	await first.close()
})

/** Sends a film, and waits until its processing has begun. */
async function sendUntilTaken(): Promise<{ id: string; token: string }> {
	const sent = await sendRecording(app, space, { bytes: film })
	const row = await mediaOf(sent.id)
	const taken = `select from plaudit.jobs where payload ->> 'media_id' = $1 and attempts = 1`
	await expect.poll(() => app.sql(taken, [row?.id])).toHaveLength(1)
	return sent
}

/** Changes or erases a testimonial by its private link. */
async function asSubmitter(token: string, method: 'PATCH' | 'DELETE', body?: object): Promise<void> {
	const { ok } = await app.fetch(`${app.url}/functions/v1/receipt`, {
		method,
		headers: { 'receipt-token': token, 'content-type': 'application/json' },
		...(body ? { body: JSON.stringify(body) } : {}),
	})
	expect(ok).toBe(true)
}

test('a testimonial that is withdrawn during the processing is private, and whole when it is put back', async () => {
	const { id, token } = await sendUntilTaken()
	await app.sql(`update public.testimonials set status = 'approved' where id = $1`, [id])
	await asSubmitter(token, 'PATCH', { withdrawn: true })
	await app.deps.recordingJobs.idle()
	const row = await mediaOf(id)
	const shown = async () => (await app.fetch(`${app.url}/media/${row?.path}`)).status
	expect(row).toMatchObject({ state: 'ready', problem: null })
	expect(await shown()).toBe(404)
	await asSubmitter(token, 'PATCH', { withdrawn: false })
	expect(await shown()).toBe(200)
})

test('a testimonial that is erased during the processing leaves no file', async () => {
	const { id, token } = await sendUntilTaken()
	await asSubmitter(token, 'DELETE')
	await app.deps.recordingJobs.idle()
	await app.deps.jobs.idle()
	expect(await objectsOf(id)).toEqual([])
	expect(await incoming()).toEqual([])
})

test('a space that its owner deletes during the processing leaves no file', async () => {
	const { id } = await sendUntilTaken()
	await asMember(sql`delete from public.spaces where id = ${space.space_id}`)
	expect(await mediaOf(id)).toBeUndefined()
	await app.deps.recordingJobs.idle()
	await app.deps.jobs.idle()
	expect(await objectsOf(id)).toEqual([])
	expect(await incoming()).toEqual([])
})
