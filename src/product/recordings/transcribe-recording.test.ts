import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { niceness } from '#platform/lower-priority.ts'
import {
	captionsOf,
	printCaptions,
	queueTranscription,
	transcriptionJob,
} from '#test/support/recordings/transcriber.ts'
import { shareTranscriptionApp } from '#test/support/recordings/transcription-app.ts'
import { runDueJobs } from '#test/support/run-due-jobs.ts'
import { runTranscriber } from './run-transcriber.ts'
import { splitCommand } from './split-command.ts'
import { registerTranscription } from './transcribe-recording.ts'

const place = shareTranscriptionApp()
const { addVoice, program, run } = place

test('what the program hears is stored as a draft in the language of the testimonial', async () => {
	const made = await addVoice()
	await run(`${await program(`test "$(head -c4 "$2")" = RIFF && test "$1" = en && ${printCaptions}`)} {language}`, made)
	expect(await captionsOf(place.app, made)).toEqual([
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
	await run(await program(printCaptions), made)
	await place.app.sql(`update public.captions set source = 'typed', is_draft = false where media_id = $1`, [
		made.mediaId,
	])
	await run(await program('exit 3'), made)
	expect(await captionsOf(place.app, made)).toMatchObject([{ source: 'typed' }])
	expect(await transcriptionJob(place.app, made)).toBeUndefined()
})

test('captions that a member writes while the program runs stay', async () => {
	const made = await addVoice()
	const ready = join(place.folder, 'ready')
	const command = await program(`touch "$2"; while test -e "$2"; do sleep 0.05; done; ${printCaptions}`)
	const config = { ...place.app.deps.config, TRANSCRIBE_COMMAND: `${command} {file} "${ready}"` }
	registerTranscription({ ...place.app.deps, config })
	await queueTranscription(place.app, place.space.space_id, made)
	await expect.poll(() => readFile(ready).catch(() => null)).not.toBeNull()
	const insert = `insert into public.captions (space_id, testimonial_id, media_id, locale, vtt, transcript, source)
		values ($1, $2, $3, 'en', 'WEBVTT', 'Mine', 'typed')`
	await place.app.sql(insert, [place.space.space_id, made.id, made.mediaId])
	await rm(ready)
	await runDueJobs({ db: place.app.deps.db, jobs: place.app.deps.transcriptionJobs })
	expect(await captionsOf(place.app, made)).toMatchObject([{ source: 'typed', transcript: 'Mine' }])
})

test('a recording without speech gets no captions, and the job is done', async () => {
	const made = await addVoice()
	await run(await program('echo WEBVTT'), made)
	expect([await captionsOf(place.app, made), await transcriptionJob(place.app, made)]).toEqual([[], undefined])
})

test('the program gets a low priority, no environment, no input and no shell, and its temporary files are its own', async () => {
	process.env.PLAUDIT_TEST_SECRET = 'secret'
	try {
		const script = `cat; env; until test $(nice) -eq ${niceness}; do :; done; printf "%s|" "$@"; pwd`
		const command = `${await program(script)} 'a b' "$HOME" $(id) {file};exit`
		const text = await runTranscriber({ command, file: '/x y.wav', language: 'en', folder: place.folder, seconds: 60 })
		expect(text).not.toContain('secret')
		expect(text).toContain('a b|$HOME|$(id)|/x y.wav;exit|')
		expect(text.trim().split('\n').at(-1)).toContain(place.folder)
	} finally {
		delete process.env.PLAUDIT_TEST_SECRET
	}
})

test('a program may be gone before its input is read, and what it starts ends with it', async () => {
	const left = join(place.folder, 'left')
	// Other programs of this machine may sleep, too.
	const pause = `1.${process.pid}`
	const command = await program(`(sleep ${pause}; touch "${left}") & ${printCaptions}`)
	const text = await runTranscriber({ command, file: 'x.wav', language: 'en', folder: place.folder, seconds: 60 })
	expect(text).toContain('I made a bowl.')
	const alive = await runTranscriber({
		command: await program(`ps -A -o args | grep -c "[s]leep ${pause}$" || true`),
		file: '',
		language: 'en',
		folder: place.folder,
		seconds: 60,
	})
	expect(alive.trim()).toBe('0')
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
