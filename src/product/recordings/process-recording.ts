import { z } from 'zod'
import type { Deps } from '#platform/deps.ts'
import type { JobContext } from '#platform/jobs/jobs.ts'
import { StorageFull, toStorageFull } from '#platform/media/files/file-store.ts'
import { withTempCopy } from '#platform/media/files/temp-copy.ts'
import type { ProcessedRecording } from '#platform/media/recordings/processed-recording.ts'
import { RecordingRejected } from '#platform/media/recordings/recording-rejected.ts'
import type { Query } from '#platform/pg/sql.ts'
import type { MediaProblem } from '#shared/recording/media-problems.ts'
import { failRecording, finishRecording, type RecordingToProcess, recordingToProcess, setProgress } from './queries.ts'
import type { MadeFile } from './recording-files.ts'
import { createRecordingStore } from './store-recording.ts'

const service = { role: 'service_role' } as const
export const recordingPayload = z.object({ space_id: z.uuid(), media_id: z.uuid() })
/** Percent. Screens follow the row live. */
const progressStep = 5

/**
 * The job that makes what visitors get of an original. A recording that cannot be shown becomes `failed` with its reason; the original stays.
 */
export function createRecordingJob(deps: Deps) {
	const { config, db, files, recordings, log } = deps
	const isTranscribed = config.TRANSCRIBE_COMMAND !== undefined
	const store = createRecordingStore(deps)
	const write = (query: Query, space: string) => db.as(service, (tx) => tx.final(query), { shardKey: space })

	/** Aborts the work when the recording was erased meanwhile. */
	function progressReporter({ space_id, id }: RecordingToProcess, gone: AbortController): (part: number) => void {
		let reported = 0
		return (part) => {
			const percent = Math.floor(part * 100)
			if (percent < reported + progressStep || percent >= 100) return
			reported = percent
			write(setProgress(space_id, id, percent), space_id)
				.then((rows) => rows.length > 0 || gone.abort())
				.catch((error) => log.warn({ err: error }, 'the progress of a recording cannot be stored'))
		}
	}

	async function process(recording: RecordingToProcess, signal: AbortSignal): Promise<void> {
		const { space_id, id, kind, path, cover, max_seconds } = recording
		const gone = new AbortController()
		await withTempCopy({ config, files }, recording, async (file) => {
			const made = await recordings.processRecording({
				file,
				kind,
				maxSeconds: max_seconds,
				cover: cover ?? undefined,
				signal: AbortSignal.any([signal, gone.signal]),
				onProgress: progressReporter(recording, gone),
			})
			try {
				const poster = made.poster && posterPath(path)
				await store(space_id, filesOf(path, made), ([shown]) =>
					finishRecording(space_id, id, { ...made, bytes: shown?.bytes ?? 0, poster }, isTranscribed),
				)
			} finally {
				await made.remove()
			}
		}).catch((error) => {
			if (!gone.signal.aborted) throw error
		})
	}

	return async (payload: Record<string, unknown>, { signal, isLastAttempt, isPastLast }: JobContext): Promise<void> => {
		const { space_id, media_id } = recordingPayload.parse(payload)
		const query = recordingToProcess(space_id, media_id)
		const [recording] = await db.as(service, (tx) => tx.final<RecordingToProcess>(query), {
			readOnly: true,
			shardKey: space_id,
		})
		if (!recording) return
		try {
			// Where each attempt ended its whole container for want of memory, the next one would, too.
			if (isPastLast) throw new RecordingRejected('interrupted', 'the process ended during each attempt')
			await process(recording, signal)
		} catch (error) {
			const problem = problemOf(error, isLastAttempt && !signal.aborted)
			if (!problem) throw error
			log.warn({ err: error, recording: media_id, problem }, 'a recording cannot be shown')
			await write(failRecording(space_id, media_id, problem), space_id)
		}
	}
}

/** Why the recording fails for good; undefined where another attempt may succeed. */
function problemOf(error: unknown, isLastAttempt: boolean): MediaProblem | undefined {
	const problem = error instanceof RecordingRejected ? error.problem : undefined
	const isFull = problem === 'storage_full' || toStorageFull(error) instanceof StorageFull
	// Space may be freed within the hours of the attempts.
	if (isFull) return isLastAttempt ? 'storage_full' : undefined
	return problem ?? (isLastAttempt ? 'interrupted' : undefined)
}

function filesOf(path: string, { shown, mime, poster }: ProcessedRecording): MadeFile[] {
	const file = { file: shown, path, mime }
	return poster ? [file, { file: poster.path, path: posterPath(path), mime: 'image/webp' }] : [file]
}

/** Path of the poster beside the shown file. */
export function posterPath(path: string): string {
	return path.replace(/\.\w+$/, '.webp')
}
