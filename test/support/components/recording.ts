import type { MediaRow } from '#shared/rows.ts'
import { idAt } from './inbox.ts'
import { space } from './open-screen.tsx'

/** The ready recording of 12 seconds of the first testimonial. */
export const createRecording = (columns: Partial<MediaRow> = {}): MediaRow => {
	const kind = columns.kind ?? 'video'
	const extension = kind === 'video' ? 'mp4' : 'm4a'
	return {
		id: '77777777-7777-4777-8777-777777777777',
		space_id: space.id,
		testimonial_id: idAt(1),
		kind,
		path: `recording.${extension}`,
		mime: `${kind}/mp4`,
		bytes: 1000,
		width: kind === 'video' ? 640 : null,
		height: kind === 'video' ? 360 : null,
		seconds: 12,
		poster_path: null,
		captions_path: null,
		trim_start: null,
		trim_end: null,
		state: 'ready',
		created_at: space.created_at,
		original_path: `recording-original.${extension}`,
		cover: null,
		progress: 100,
		problem: null,
		peaks: Array.from({ length: 100 }, (_, at) => at),
		quote: null,
		replaces: null,
		...columns,
	}
}
