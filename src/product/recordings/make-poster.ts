import type { Deps } from '#platform/deps.ts'
import type { JobContext } from '#platform/jobs/jobs.ts'
import { withTempCopy } from '#platform/media/files/temp-copy.ts'
import { readQuery, service } from '#product/run-query.ts'
import { posterPath, recordingPayload } from './process-recording.ts'
import { type PosterToMake, posterToMake, setPoster } from './queries.ts'
import { createRecordingStore } from './store-recording.ts'

/** The job that makes the poster of a video again, at the second that a member chose. */
export function createPosterJob(deps: Deps) {
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
