import { execFile } from 'node:child_process'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { tempFolder } from '#platform/media/files/temp-file.ts'
import { publishRecording } from '#test/support/product/add-recording.ts'
import { sendRecording } from '#test/support/product/send-recording.ts'
import {
	captionsOf,
	printCaptions,
	queueTranscription,
	transcriptionJob,
} from '#test/support/recordings/transcriber.ts'
import { shareTranscriptionApp } from '#test/support/recordings/transcription-app.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { registerTranscription } from './transcribe-recording.ts'

const place = shareTranscriptionApp()
const { addVoice, program, run } = place

/** A picture of one second without sound. */
async function muteFilm(): Promise<Buffer> {
	const path = join(place.folder, 'mute.mp4')
	await promisify(execFile)('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'color=size=64x64:duration=1', path])
	return readFile(path)
}
test('a recording is transcribed once it is prepared, and the next one is prepared meanwhile', async () => {
	await place.app.sql(`update public.forms set accepts = '{audio}' where id = $1`, [place.space.form_id])
	const ready = join(place.folder, 'ready')
	const command = `${await program(`touch "$2"; while test -e "$2"; do sleep 0.05; done; ${printCaptions}`)} {file} "${ready}"`
	registerTranscription({ ...place.app.deps, config: { ...place.app.deps.config, TRANSCRIBE_COMMAND: command } })
	const { bytes } = (await addVoice()).files
	const [first, second] = [
		await sendRecording(place.app, place.space, { kind: 'audio', bytes }),
		await sendRecording(place.app, place.space, { kind: 'audio', bytes }),
	]
	const media = (testimonial: string) =>
		place.app.sql<{ id: string; state: string }>('select id, state from public.media where testimonial_id = $1', [
			testimonial,
		])
	await expect.poll(() => readFile(ready).catch(() => null)).not.toBeNull()
	await place.app.deps.recordingJobs.idle()
	expect(await media(second.id)).toMatchObject([{ state: 'ready' }])
	await rm(ready)
	const [recording] = await media(first.id)
	await expect.poll(() => captionsOf(place.app, { mediaId: recording?.id ?? '' })).toHaveLength(1)
	await expect.poll(() => readFile(ready).catch(() => null)).not.toBeNull()
	await rm(ready)
	await place.app.deps.transcriptionJobs.idle()
})

test('a program that takes too long is not tried again, and mute recordings need none', async () => {
	const made = await addVoice()
	await run(await program('sleep 600 & sleep 600'), made, 1)
	expect(await transcriptionJob(place.app, made)).toMatchObject({
		last_error: expect.stringMatching(/ran longer than 4 s/),
		is_over: true,
	})
	const mute = await publishRecording(place.app.admin(), place.space.space_id, { seconds: 1, status: 'pending' })
	await place.app.sql('update storage.objects set version = $2 where name = $1', [
		mute.path,
		(await place.app.deps.files.put([await muteFilm()], 1_000_000)).version,
	])
	await run(await program('exit 3'), mute)
	expect([await captionsOf(place.app, mute), await transcriptionJob(place.app, mute)]).toEqual([[], undefined])
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
		expect(await captionsOf(place.app, made)).toEqual([])
		expect(await transcriptionJob(place.app, made)).toMatchObject({
			attempts: 1,
			is_over: false,
			last_error: expect.stringMatching(reason),
		})
		// Else it would be tried again beside the next.
		await place.app.sql(`delete from plaudit.jobs where kind = 'transcribe_recording'`)
	}
	const missing = await addVoice()
	await run('/no/such/program', missing)
	expect(await transcriptionJob(place.app, missing)).toMatchObject({
		last_error: expect.stringMatching(/cannot be started/),
	})
	await place.app.sql(`delete from plaudit.jobs where kind = 'transcribe_recording'`)
})

test('a stop of the server ends the program, and the job runs again elsewhere without counting', async () => {
	await place.app.deps.transcriptionJobs.close()
	const node = await createTestApp({}, place.app.database)
	const made = await addVoice()
	const ready = join(place.folder, 'ready')
	const command = `${await program('touch "$2"; sleep 600')} {file} "${ready}"`
	registerTranscription({
		...node.deps,
		config: { ...node.deps.config, DATA_DIR: place.app.deps.config.DATA_DIR, TRANSCRIBE_COMMAND: command },
		files: place.app.deps.files,
	})
	await queueTranscription(node, place.space.space_id, made)
	await expect.poll(() => readFile(ready).catch(() => null)).not.toBeNull()
	await node.close()
	expect(await transcriptionJob(place.app, made)).toMatchObject({
		attempts: 0,
		last_error: expect.stringContaining('interrupted'),
	})
	expect((await readdir(tempFolder(place.app.deps.config))).filter((name) => name.startsWith('speech'))).toEqual([])
})
