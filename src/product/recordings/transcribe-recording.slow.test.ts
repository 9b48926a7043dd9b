import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { tempFolder } from '#platform/media/files/temp-file.ts'
import { type AddedRecording, publishRecording } from '#test/support/product/add-recording.ts'
import { sendRecording } from '#test/support/product/send-recording.ts'
import { createSpace, type SpaceFixture } from '#test/support/product/space-fixture.ts'
import {
	captionsOf,
	printCaptions,
	queueTranscription,
	transcribe,
	transcriptionJob,
	writeTranscriber,
} from '#test/support/recordings/transcriber.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'
import { registerTranscription } from './transcribe-recording.ts'

let app: TestApp
let space: SpaceFixture
let folder: string

beforeAll(async () => {
	app = await createTestApp({ TRANSCRIBE_COMMAND: '/no/such/program' })
	space = await createSpace(app.database)
})
afterAll(() => app.close())
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'plaudit-transcriber-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Adds a second of sound. */
const addVoice = () => publishRecording(app.admin(), space.space_id, { kind: 'audio', seconds: 1, status: 'pending' })

const program = (script: string) => writeTranscriber(folder, script)
const run = (command: string, made: AddedRecording, seconds?: number) =>
	transcribe(app, space.space_id, command, made, seconds)

/** A picture of one second without sound. */
async function muteFilm(): Promise<Buffer> {
	const path = join(folder, 'mute.mp4')
	await promisify(execFile)('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'color=size=64x64:duration=1', path])
	return readFile(path)
}
test('a recording is transcribed once it is prepared, and the next one is prepared meanwhile', async () => {
	await asOwner(app.database, `update public.forms set accepts = '{audio}' where id = $1`, [space.form_id])
	const ready = join(folder, 'ready')
	const command = `${await program(`touch "$2"; while test -e "$2"; do sleep 0.05; done; ${printCaptions}`)} {file} "${ready}"`
	registerTranscription({ ...app.deps, config: { ...app.deps.config, TRANSCRIBE_COMMAND: command } })
	const { bytes } = (await addVoice()).files
	const [first, second] = [
		await sendRecording(app, space, { kind: 'audio', bytes }),
		await sendRecording(app, space, { kind: 'audio', bytes }),
	]
	const media = (testimonial: string) =>
		asOwner<{ id: string; state: string }>(
			app.database,
			'select id, state from public.media where testimonial_id = $1',
			[testimonial],
		)
	await expect.poll(() => readFile(ready).catch(() => null)).not.toBeNull()
	await app.deps.recordingJobs.idle()
	expect(await media(second.id)).toMatchObject([{ state: 'ready' }])
	await rm(ready)
	const [recording] = await media(first.id)
	await expect.poll(() => captionsOf(app, { mediaId: recording?.id ?? '' })).toHaveLength(1)
	await expect.poll(() => readFile(ready).catch(() => null)).not.toBeNull()
	await rm(ready)
	await app.deps.transcriptionJobs.idle()
})

test('a program that takes too long is not tried again, and mute recordings need none', async () => {
	const made = await addVoice()
	await run(await program('sleep 600 & sleep 600'), made, 1)
	expect(await transcriptionJob(app, made)).toMatchObject({
		last_error: expect.stringMatching(/ran longer than 4 s/),
		is_over: true,
	})
	const mute = await publishRecording(app.admin(), space.space_id, { seconds: 1, status: 'pending' })
	await asOwner(app.database, 'update storage.objects set version = $2 where name = $1', [
		mute.path,
		(await app.deps.files.put([await muteFilm()], 1_000_000)).version,
	])
	await run(await program('exit 3'), mute)
	expect([await captionsOf(app, mute), await transcriptionJob(app, mute)]).toEqual([[], undefined])
})

test('a program that fails, writes too much or no captions leaves a job that is tried again', async () => {
	const cases = [
		['echo "no model" >&2; exit 3', /ended with 3: no model/],
		['echo "WEBVTT"; echo; echo "00:05 --> 00:01"', /end_before_start in line 3/],
		['head -c 10000000 /dev/zero', /more than 1 MB/],
		['kill -SEGV $$', /ended with SIGSEGV/],
	] as const
	for (const [script, reason] of cases) {
		const made = await addVoice()
		await run(await program(script), made)
		expect(await captionsOf(app, made)).toEqual([])
		expect(await transcriptionJob(app, made)).toMatchObject({
			attempts: 1,
			is_over: false,
			last_error: expect.stringMatching(reason),
		})
		// Else it would be tried again beside the next.
		await asOwner(app.database, `delete from plaudit.jobs where kind = 'transcribe_recording'`)
	}
	const missing = await addVoice()
	await run('/no/such/program', missing)
	expect(await transcriptionJob(app, missing)).toMatchObject({ last_error: expect.stringMatching(/cannot be started/) })
	await asOwner(app.database, `delete from plaudit.jobs where kind = 'transcribe_recording'`)
})

test('a stop of the server ends the program, and the job runs again elsewhere without counting', async () => {
	await app.deps.transcriptionJobs.close()
	const node = await createTestApp({}, app.database)
	const made = await addVoice()
	const ready = join(folder, 'ready')
	const command = `${await program('touch "$2"; sleep 600')} {file} "${ready}"`
	registerTranscription({
		...node.deps,
		config: { ...node.deps.config, DATA_DIR: app.deps.config.DATA_DIR, TRANSCRIBE_COMMAND: command },
		files: app.deps.files,
	})
	await queueTranscription(node, space.space_id, made)
	await expect.poll(() => readFile(ready).catch(() => null)).not.toBeNull()
	await node.close()
	expect(await transcriptionJob(app, made)).toMatchObject({
		attempts: 0,
		last_error: expect.stringContaining('interrupted'),
	})
	expect((await readdir(tempFolder(app.deps.config))).filter((name) => name.startsWith('speech'))).toEqual([])
})
