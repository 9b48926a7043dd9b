import { resolve } from 'node:path'
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'

/** A command was called with wrong arguments; its help is printed. */
export class UsageError extends Error {}

export const flag = { type: 'boolean' } as const
export const text = { type: 'string' } as const

/** Parses the options of a command. @throws UsageError for an unknown option or argument */
export function readOptions<const Options extends ParseArgsOptionsConfig>(args: string[], options: Options) {
	try {
		return parseArgs({ args, options }).values
	} catch (error) {
		throw new UsageError((error as Error).message.split('\n')[0])
	}
}

/** Prints what a command did, with `--json` as one line. @returns the exit code */
export function printResult(json: boolean | undefined, found: object, text: string): number {
	console.log(json ? JSON.stringify(found) : text)
	return 0
}

/**
 * Resolves a path against the caller's folder: npm and our launcher change to the project's folder before a command
 * runs.
 */
export function resolveCallerPath(path: string): string {
	return resolve(process.env.INIT_CWD ?? process.env.PWD ?? '.', path)
}
