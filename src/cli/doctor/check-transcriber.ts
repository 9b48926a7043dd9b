import { cliConfig } from '#cli/with-deps.ts'
import { findTranscriber } from '#product/recordings/find-transcriber.ts'

/** Checks that the program of TRANSCRIBE_COMMAND is where the server looks for it. @throws Error when it is not */
export async function checkTranscriber(): Promise<string> {
	const { TRANSCRIBE_COMMAND: command } = cliConfig()
	if (command === undefined) return 'no program writes captions: members type or upload them'
	return `${await findTranscriber(command)} writes captions`
}
