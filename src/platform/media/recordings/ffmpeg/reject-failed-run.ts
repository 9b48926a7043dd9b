import { RecordingRejected } from '#platform/media/recordings/recording-rejected.ts'
import type { MediaProblem } from '#shared/recording/media-problems.ts'
import { ToolFailed } from './run-tool.ts'

/** ffmpeg's messages about causes; the first match decides. */
const messages: [RegExp, MediaProblem][] = [
	[/No space left on device|Disk quota exceeded/, 'storage_full'],
	[/exceeds max_streams/, 'too_many_streams'],
	[/Cannot allocate memory|malloc of size|Picture size \S+ is invalid|max pixel count/, 'too_large_picture'],
]

/** The rejection that an error of a run means. Errors of other origin, as of an aborted run, stay as they are. */
export function toRejection(error: unknown): unknown {
	if (!(error instanceof ToolFailed)) return error
	const [, known] = messages.find(([message]) => message.test(error.log)) ?? []
	// SIGKILL comes from outside, as from the kernel when memory is short. Other signals are crashes by the file's content.
	const problem = known ?? (error.signal === 'SIGKILL' ? 'interrupted' : 'unreadable')
	return new RecordingRejected(problem, error.message)
}
