import { mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Deps } from '#platform/deps.ts'
import { Hopeless } from '#platform/jobs/jobs.ts'
import { withTempCopy } from '#platform/media/files/temp-copy.ts'
import { tempFolder } from '#platform/media/files/temp-file.ts'
import { RecordingRejected } from '#platform/media/recordings/recording-rejected.ts'
import { parseCaptions } from '#shared/recording/parse-captions.ts'
import { transcriptOf, writeCaptions } from '#shared/recording/write-captions.ts'
import { type RecordingToTranscribe, recordingToTranscribe, storeTranscription } from './queries.ts'
import { runTranscriber } from './run-transcriber.ts'

const service = { role: 'service_role' } as const
const payloadSchema = z.object({ space_id: z.uuid(), media_id: z.uuid() })
/** Seconds that the program has at least; a long recording has four times its length. */
const leastSeconds = 900
const lengthFactor = 4

/**
 * Registers the job `transcribe_recording` `{space_id, media_id}`, where the setting TRANSCRIBE_COMMAND names a program. It has workers of its
 * own, as a recording that was just sent must not wait for the program.
 */
export function registerTranscription(deps: Deps, seconds = leastSeconds): void {
	const { config, transcriptionJobs } = deps
	const command = config.TRANSCRIBE_COMMAND
	if (command === undefined) return
	transcriptionJobs.handle('transcribe_recording', async (payload, { signal }) => {
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
	const { config, db } = deps
	const query = recordingToTranscribe(space, recording)
	const [found] = await db.as(service, (tx) => tx.final<RecordingToTranscribe>(query), {
		readOnly: true,
		shardKey: space,
	})
	// It is gone, or has captions.
	if (!found) return
	const speech = await speechOf(deps, found, program.signal)
	if (speech === undefined) return
	const folder = await mkdtemp(join(tempFolder(config), 'speech-'))
	try {
		const file = join(folder, 'speech.wav')
		await rename(speech, file)
		const [language = 'en'] = found.locale.split('-')
		const seconds = Math.max(program.seconds, lengthFactor * found.seconds)
		const read = parseCaptions(await runTranscriber({ ...program, seconds, file, language, folder }))
		// A recording without speech gives no captions.
		if ('problem' in read && read.problem === 'no_cues') return
		if ('problem' in read) throw new Error(`The transcriber wrote no WebVTT: ${read.problem} in line ${read.line}.`)
		const { cues } = read
		const draft = storeTranscription(space, recording, found.locale, writeCaptions(cues), transcriptOf(cues))
		await db.as(service, (tx) => tx.final(draft), { shardKey: space })
	} finally {
		await rm(folder, { recursive: true, force: true })
	}
}

/** Path of a WAV file; nothing when the recording is mute. @throws Hopeless where another attempt would fail in the same way */
async function speechOf(
	deps: Deps,
	recording: RecordingToTranscribe,
	signal: AbortSignal,
): Promise<string | undefined> {
	try {
		return await withTempCopy(deps, recording, (file) => deps.recordings.extractSpeech(file, signal))
	} catch (error) {
		if (!(error instanceof RecordingRejected)) throw error
		if (error.problem === 'no_audio') return undefined
		if (error.problem === 'storage_full') throw error
		throw new Hopeless(error.message, { cause: error })
	}
}
