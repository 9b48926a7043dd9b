import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import type { Deps } from '#platform/deps.ts'
import { withTempCopy } from '#platform/media/files/temp-copy.ts'
import { parseCaptions } from '#shared/captions/parse-captions.ts'
import { transcriptOf, writeCaptions } from '#shared/captions/write-captions.ts'
import { type RecordingToTranscribe, recordingToTranscribe, storeTranscription } from './queries.ts'
import { runTranscriber } from './run-transcriber.ts'

const service = { role: 'service_role' } as const
const payloadSchema = z.object({ space_id: z.uuid(), media_id: z.uuid() })
const programSeconds = 900

/** Registers the job `transcribe_recording` `{space_id, media_id}`, where the setting TRANSCRIBE_COMMAND names a program. */
export function registerTranscription(deps: Deps, seconds = programSeconds): void {
	const { config, longJobs } = deps
	const command = config.TRANSCRIBE_COMMAND
	if (command === undefined) return
	longJobs.handle('transcribe_recording', async (payload, { signal }) => {
		const { space_id: space, media_id: recording } = payloadSchema.parse(payload)
		await transcribe(deps, { command, seconds, signal }, space, recording)
	})
}

/** Stores what the program heard as a draft, in the language of the testimonial, which a member reads before it is published. */
async function transcribe(
	deps: Deps,
	program: { command: string; seconds: number; signal: AbortSignal },
	space: string,
	recording: string,
): Promise<void> {
	const { db, recordings } = deps
	const query = recordingToTranscribe(space, recording)
	const [found] = await db.as(service, (tx) => tx.final<RecordingToTranscribe>(query), { readOnly: true })
	// It is gone, or has captions.
	if (!found) return
	const folder = await mkdtemp(join(tmpdir(), 'plaudit-speech-'))
	try {
		const { signal } = program
		const speech = await withTempCopy(deps, found.version, (file) => recordings.extractSpeech(file, signal))
		const file = join(folder, 'speech.wav')
		await cp(speech, file).finally(() => rm(speech, { force: true }))
		const [language = 'en'] = found.locale.split('-')
		const read = parseCaptions(await runTranscriber({ ...program, file, language, folder }))
		// A recording without speech gives no captions.
		if ('problem' in read && read.problem === 'no_cues') return
		if ('problem' in read) throw new Error(`The transcriber wrote no WebVTT: ${read.problem} in line ${read.line}.`)
		const { cues } = read
		const draft = storeTranscription(space, recording, found.locale, writeCaptions(cues), transcriptOf(cues))
		await db.as(service, (tx) => tx.final(draft))
	} finally {
		await rm(folder, { recursive: true, force: true })
	}
}
