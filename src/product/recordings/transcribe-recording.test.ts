import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { niceness } from '#platform/lower-priority.ts'
import { tempFolder } from '#platform/media/files/temp-file.ts'
import { type AddedRecording, publishRecording } from '#test/support/product/add-recording.ts'
import { sendRecording } from '#test/support/product/send-recording.ts'
import { createSpace, type SpaceFixture } from '#test/support/product/space-fixture.ts'
import { runDueJobs } from '#test/support/run-due-jobs.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'
import { runTranscriber } from './run-transcriber.ts'
import { splitCommand } from './split-command.ts'
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

/** A program in place of one that transcribes. @returns its path */
async function program(script: string): Promise<string> {
	const path = join(folder, 'transcribe it.sh')
	await writeFile(path, `#!/bin/sh\n${script}\n`)
	await chmod(path, 0o755)
	return `"${path}"`
}
const vtt = `printf 'WEBVTT\\n\\n00:00:01.000 --> 00:00:02.000\\n<b>I made a bowl.\\n'`

/** Runs the job with a program. */
async function transcribe(command: string, made: Pick<AddedRecording, 'mediaId'>, seconds = 20): Promise<void> {
	const config = { ...app.deps.config, TRANSCRIBE_COMMAND: command }
	registerTranscription({ ...app.deps, config }, seconds)
	const payload = { space_id: space.space_id, media_id: made.mediaId }
	await app.deps.db.as({ role: 'service_role' }, (tx) =>
		tx.final(app.deps.transcriptionJobs.enqueue('transcribe_recording', payload)),
	)
	await runDueJobs({ db: app.deps.db, jobs: app.deps.transcriptionJobs })
}
/** A picture of one second without sound. */
async function muteFilm(): Promise<Buffer> {
	const path = join(folder, 'mute.mp4')
	await promisify(execFile)('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'color=size=64x64:duration=1', path])
	return readFile(path)
}
const captionsOf = ({ mediaId }: { mediaId: string }) =>
	asOwner(app.database, 'select locale, vtt, transcript, source, is_draft from public.captions where media_id = $1', [
		mediaId,
	])
const lastJob = async ({ mediaId }: { mediaId: string }) => {
	const query = `select attempts, last_error, failed_at is not null as is_over from plaudit.jobs where kind = 'transcribe_recording' and payload ->> 'media_id' = $1`
	const [job] = await asOwner<{ last_error: string | null }>(app.database, query, [mediaId])
	return job
}

test('what the program hears is stored as a draft in the language of the testimonial', async () => {
	const made = await addVoice()
	await transcribe(`${await program(`test "$(head -c4 "$2")" = RIFF && test "$1" = en && ${vtt}`)} {language}`, made)
	expect(await captionsOf(made)).toEqual([
		{
			locale: 'en',
			vtt: 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nI made a bowl.\n',
			transcript: 'I made a bowl.',
			source: 'transcribed',
			is_draft: true,
		},
	])
})

test('captions of a member stay, and the program does not run again', async () => {
	const made = await addVoice()
	await transcribe(await program(vtt), made)
	await asOwner(app.database, `update public.captions set source = 'typed', is_draft = false where media_id = $1`, [
		made.mediaId,
	])
	await transcribe(await program('exit 3'), made)
	expect(await captionsOf(made)).toMatchObject([{ source: 'typed' }])
	expect(await lastJob(made)).toBeUndefined()
})

test('captions that a member writes while the program runs stay', async () => {
	const made = await addVoice()
	const ready = join(folder, 'ready')
	const command = await program(`touch "$2"; while test -e "$2"; do sleep 0.05; done; ${vtt}`)
	const config = { ...app.deps.config, TRANSCRIBE_COMMAND: `${command} {file} "${ready}"` }
	registerTranscription({ ...app.deps, config })
	const payload = { space_id: space.space_id, media_id: made.mediaId }
	await app.deps.db.as({ role: 'service_role' }, (tx) =>
		tx.final(app.deps.transcriptionJobs.enqueue('transcribe_recording', payload)),
	)
	await expect.poll(() => readFile(ready).catch(() => null)).not.toBeNull()
	const insert = `insert into public.captions (space_id, testimonial_id, media_id, locale, vtt, transcript, source)
		values ($1, $2, $3, 'en', 'WEBVTT', 'Mine', 'typed')`
	await asOwner(app.database, insert, [space.space_id, made.id, made.mediaId])
	await rm(ready)
	await runDueJobs({ db: app.deps.db, jobs: app.deps.transcriptionJobs })
	expect(await captionsOf(made)).toMatchObject([{ source: 'typed', transcript: 'Mine' }])
})

test('a recording is transcribed once it is prepared, and the next one is prepared meanwhile', async () => {
	await asOwner(app.database, `update public.forms set accepts = '{audio}' where id = $1`, [space.form_id])
	const ready = join(folder, 'ready')
	const command = `${await program(`touch "$2"; while test -e "$2"; do sleep 0.05; done; ${vtt}`)} {file} "${ready}"`
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
	await expect.poll(() => captionsOf({ mediaId: recording?.id ?? '' })).toHaveLength(1)
	await expect.poll(() => readFile(ready).catch(() => null)).not.toBeNull()
	await rm(ready)
	await app.deps.transcriptionJobs.idle()
})

test('a program that takes too long is not tried again, and mute recordings need none', async () => {
	const made = await addVoice()
	await transcribe(await program('sleep 600 & sleep 600'), made, 1)
	expect(await lastJob(made)).toMatchObject({ last_error: expect.stringMatching(/ran longer than 4 s/), is_over: true })
	const mute = await publishRecording(app.admin(), space.space_id, { seconds: 1, status: 'pending' })
	await asOwner(app.database, 'update storage.objects set version = $2 where name = $1', [
		mute.path,
		(await app.deps.files.put([await muteFilm()], 1_000_000)).version,
	])
	await transcribe(await program('exit 3'), mute)
	expect([await captionsOf(mute), await lastJob(mute)]).toEqual([[], undefined])
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
		await transcribe(await program(script), made)
		expect(await captionsOf(made)).toEqual([])
		expect(await lastJob(made)).toMatchObject({
			attempts: 1,
			is_over: false,
			last_error: expect.stringMatching(reason),
		})
		// Else it would be tried again beside the next.
		await asOwner(app.database, `delete from plaudit.jobs where kind = 'transcribe_recording'`)
	}
	const missing = await addVoice()
	await transcribe('/no/such/program', missing)
	expect(await lastJob(missing)).toMatchObject({ last_error: expect.stringMatching(/cannot be started/) })
	await asOwner(app.database, `delete from plaudit.jobs where kind = 'transcribe_recording'`)
})

test('a recording without speech gets no captions, and the job is done', async () => {
	const made = await addVoice()
	await transcribe(await program('echo WEBVTT'), made)
	expect([await captionsOf(made), await lastJob(made)]).toEqual([[], undefined])
})

test('the program gets a low priority, no environment, no input and no shell, and its temporary files are its own', async () => {
	process.env.PLAUDIT_TEST_SECRET = 'secret'
	try {
		const script = `cat; env; until test $(nice) -eq ${niceness}; do :; done; printf "%s|" "$@"; pwd`
		const command = `${await program(script)} 'a b' "$HOME" $(id) {file};exit`
		const text = await runTranscriber({ command, file: '/x y.wav', language: 'en', folder, seconds: 60 })
		expect(text).not.toContain('secret')
		expect(text).toContain('a b|$HOME|$(id)|/x y.wav;exit|')
		expect(text.trim().split('\n').at(-1)).toContain(folder)
	} finally {
		delete process.env.PLAUDIT_TEST_SECRET
	}
})

test('a program may be gone before its input is read, and what it starts ends with it', async () => {
	const left = join(folder, 'left')
	// Other programs of this machine may sleep, too.
	const pause = `1.${process.pid}`
	const command = await program(`(sleep ${pause}; touch "${left}") & ${vtt}`)
	const text = await runTranscriber({ command, file: 'x.wav', language: 'en', folder, seconds: 60 })
	expect(text).toContain('I made a bowl.')
	const alive = await runTranscriber({
		command: await program(`ps -A -o args | grep -c "[s]leep ${pause}$" || true`),
		file: '',
		language: 'en',
		folder,
		seconds: 60,
	})
	expect(alive.trim()).toBe('0')
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
	const payload = { space_id: space.space_id, media_id: made.mediaId }
	await node.deps.db.as({ role: 'service_role' }, (tx) =>
		tx.final(node.deps.transcriptionJobs.enqueue('transcribe_recording', payload)),
	)
	await expect.poll(() => readFile(ready).catch(() => null)).not.toBeNull()
	await node.close()
	expect(await lastJob(made)).toMatchObject({ attempts: 0, last_error: expect.stringContaining('interrupted') })
	expect((await readdir(tempFolder(app.deps.config))).filter((name) => name.startsWith('speech'))).toEqual([])
})

test('a command line is split like a shell would, without expanding anything', () => {
	expect(splitCommand(`  /opt/a\\ b --x="1 2"'3' '' "q\\"q" $HOME \`id\` ; `)).toEqual([
		'/opt/a b',
		'--x=1 23',
		'',
		'q"q',
		'$HOME',
		'`id`',
		';',
	])
	expect(splitCommand('')).toEqual([])
})
