import { makeSetupLink } from '#platform/operators/setup-link.ts'
import { flag, printResult, readOptions } from './read-options.ts'
import { withDeps } from './with-deps.ts'

/** Prints a new setup link. */
export async function run(args: string[]): Promise<number> {
	const { json } = readOptions(args, { json: flag })
	const url = await withDeps(makeSetupLink)
	return printResult(json, { url }, url)
}
