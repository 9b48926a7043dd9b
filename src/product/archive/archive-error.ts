import type { ArchiveProblem } from '#shared/import/archive-import.ts'

/** An archive cannot be read or restored. The message names the file in it, and the line where there is one. */
export class ArchiveError extends Error {
	readonly problem: ArchiveProblem

	constructor(message: string, { problem = 'damaged', cause }: { problem?: ArchiveProblem; cause?: unknown } = {}) {
		super(message, { cause })
		this.problem = problem
	}
}

/** @param line from 1 */
export function atLine(file: string, line: number, message: string, cause?: unknown): ArchiveError {
	return new ArchiveError(`${file}, line ${line}: ${message}`, { cause })
}
