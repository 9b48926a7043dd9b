import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { transcriberPath } from './run-transcriber.ts'
import { splitCommand } from './split-command.ts'

/**
 * The path of the program of TRANSCRIBE_COMMAND, where the server looks for it.
 * @throws Error when it is not there
 */
export async function findTranscriber(command: string): Promise<string> {
	const [program = ''] = splitCommand(command)
	const places = isAbsolute(program) ? [program] : transcriberPath.split(':').map((folder) => join(folder, program))
	for (const place of places) if (await isExecutable(place)) return place
	throw new Error(
		`TRANSCRIBE_COMMAND: there is no program ${program} that this user may run. Name it by its whole path, and make it executable.`,
	)
}

const isExecutable = (path: string) =>
	access(path, constants.X_OK).then(
		() => true,
		() => false,
	)
