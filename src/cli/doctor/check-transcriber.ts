import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { cliConfig } from '#cli/with-deps.ts'
import { transcriberPath } from '#product/recordings/run-transcriber.ts'
import { splitCommand } from '#product/recordings/split-command.ts'

/** Whether the program of TRANSCRIBE_COMMAND is where the server looks for it. @throws Error when it is not */
export async function checkTranscriber(): Promise<string> {
	const { TRANSCRIBE_COMMAND: command } = cliConfig()
	if (command === undefined) return 'no program writes captions: members type or upload them'
	const [program = ''] = splitCommand(command)
	const places = isAbsolute(program) ? [program] : transcriberPath.split(':').map((folder) => join(folder, program))
	for (const place of places) if (await isExecutable(place)) return `${place} writes captions`
	throw new Error(
		`TRANSCRIBE_COMMAND: there is no program ${program} that this user may run. Name it by its whole path, and make it executable.`,
	)
}

const isExecutable = (path: string) =>
	access(path, constants.X_OK).then(
		() => true,
		() => false,
	)
