import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { registerTranscription } from '#product/recordings/transcribe-recording.ts'
import type { AddedRecording } from '#test/support/product/add-recording.ts'
import { runDueJobs } from '#test/support/run-due-jobs.ts'
import type { TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

type Transcribed = Pick<AddedRecording, 'mediaId'>

/** A command that prints captions of one cue. */
export const printCaptions = `printf 'WEBVTT\\n\\n00:00:01.000 --> 00:00:02.000\\n<b>I made a bowl.\\n'`

/** Writes a program in place of one that transcribes. @returns its path in quotation marks */
export async function writeTranscriber(folder: string, script: string): Promise<string> {
	const path = join(folder, 'transcribe it.sh')
	await writeFile(path, `#!/bin/sh\n${script}\n`)
	await chmod(path, 0o755)
	return `"${path}"`
}

/** Queues the transcription of a recording. */
export async function queueTranscription({ deps }: TestApp, space_id: string, { mediaId }: Transcribed): Promise<void> {
	const payload = { space_id, media_id: mediaId }
	await deps.db.as({ role: 'service_role' }, (tx) =>
		tx.final(deps.transcriptionJobs.enqueue('transcribe_recording', payload)),
	)
}

/** Runs the transcription of a recording with a command, to its end. */
export async function transcribe(
	app: TestApp,
	space: string,
	command: string,
	recording: Transcribed,
	seconds = 20,
): Promise<void> {
	registerTranscription({ ...app.deps, config: { ...app.deps.config, TRANSCRIBE_COMMAND: command } }, seconds)
	await queueTranscription(app, space, recording)
	await runDueJobs({ db: app.deps.db, jobs: app.deps.transcriptionJobs })
}

export const captionsOf = ({ database }: TestApp, { mediaId }: Transcribed) =>
	asOwner(database, 'select locale, vtt, transcript, source, is_draft from public.captions where media_id = $1', [
		mediaId,
	])

/** The transcription that waits or has failed; undefined once it is done. */
export async function transcriptionJob({ database }: TestApp, { mediaId }: Transcribed) {
	const query = `select attempts, last_error, failed_at is not null as is_over from plaudit.jobs
		where kind = 'transcribe_recording' and payload ->> 'media_id' = $1`
	const [job] = await asOwner<{ last_error: string | null }>(database, query, [mediaId])
	return job
}
