import type { MediaProblem } from '#shared/recording/media-problems.ts'

/** A recording that cannot be processed, with a code of the closed list and the cause for the log. */
export class RecordingRejected extends Error {
	readonly problem: MediaProblem
	constructor(problem: MediaProblem, cause: string) {
		super(`${problem}: ${cause}`)
		this.problem = problem
	}
}
