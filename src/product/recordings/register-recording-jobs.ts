import type { Deps } from '#platform/deps.ts'
import { createPosterJob } from './make-poster.ts'
import { createRecordingJob } from './process-recording.ts'
import { lacksFfmpeg, retryWithFfmpeg } from './queries.ts'
import { registerTranscription } from './transcribe-recording.ts'

const service = { role: 'service_role' } as const

const retrySeconds = 3600

/** Registers the jobs of recordings. They run one at a time on a node, apart from all others. */
export function registerRecordingJobs(deps: Deps): void {
	deps.recordingJobs.handle('process_recording', createRecordingJob(deps))
	deps.recordingJobs.handle('make_poster', createPosterJob(deps))
	registerTranscription(deps)
	deps.jobs.repeat('retry_recordings', retrySeconds, () => retryRecordings(deps))
}

/** Processes again what failed for want of ffmpeg, once it is installed. */
export async function retryRecordings({ db, recordings }: Pick<Deps, 'db' | 'recordings'>): Promise<void> {
	const [row] = await db.as(service, (tx) => tx.final<{ any: boolean }>(lacksFfmpeg()), { readOnly: true })
	if (row?.any && (await recordings.hasFfmpeg())) await db.as(service, (tx) => tx.final(retryWithFfmpeg()))
}
