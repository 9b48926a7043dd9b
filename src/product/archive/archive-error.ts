/** An archive cannot be read or restored. The message names the file in it, and the line where there is one. */
export class ArchiveError extends Error {}

/** @param line from 1 */
export function atLine(file: string, line: number, problem: string, cause?: unknown): ArchiveError {
	return new ArchiveError(`${file}, line ${line}: ${problem}`, { cause })
}
