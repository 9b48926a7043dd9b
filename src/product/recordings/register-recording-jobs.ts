import type { Deps } from '#platform/deps.ts'
import type { JobContext } from '#platform/jobs/jobs.ts'
import { withTempCopy } from '#platform/media/files/temp-copy.ts'
import { readQuery, runQuery, service } from '#product/run-query.ts'
import { createRecordingJob, posterPath, recordingPayload } from './process-recording.ts'
import { lacksFfmpeg, type PosterToMake, posterToMake, retryWithFfmpeg, setPoster } from './queries.ts'
import { createRecordingStore } from './store-recording.ts'
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

/** The job that makes the poster of a video again, at the second that a member chose. */
function createPosterJob(deps: Deps) {
	const { config, db, files, recordings } = deps
	const store = createRecordingStore(deps)
	return async (payload: Record<string, unknown>, { signal }: JobContext): Promise<void> => {
		const { space_id, media_id } = recordingPayload.parse(payload)
		const query = posterToMake(space_id, media_id)
		const [found] = await readQuery<PosterToMake>(db, service, query, space_id)
		if (!found) return
		const path = posterPath(found.path)
		const { bytes } = await withTempCopy({ config, files }, found, (file) =>
			recordings.makePoster(file, found.cover, signal),
		)
		await store(space_id, [{ file: bytes, path, mime: 'image/webp' }], () =>
			setPoster(space_id, media_id, path, found.cover),
		)
	}
}
