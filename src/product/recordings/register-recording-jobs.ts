import type { Deps } from '#platform/deps.ts'
import { readQuery, runQuery, service } from '#product/run-query.ts'
import { createPosterJob } from './make-poster.ts'
import { createRecordingJob } from './process-recording.ts'
import { lacksFfmpeg, retryWithFfmpeg } from './queries.ts'
import { registerTranscription } from './transcribe-recording.ts'

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
	const [row] = await readQuery<{ any: boolean }>(db, service, lacksFfmpeg())
	if (row?.any && (await recordings.hasFfmpeg())) await runQuery(db, service, retryWithFfmpeg())
}
