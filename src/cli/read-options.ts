import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { UsageError } from './usage-error.ts'

export const flag = { type: 'boolean' } as const
export const text = { type: 'string' } as const

/**
 * The options of a command.
 * @throws UsageError for an option or a word that the command does not take
 */
export function readOptions<const Options extends ParseArgsOptionsConfig>(
	args: string[],
	options: Options,
) {
	try {
		return parseArgs({ args, options }).values
	} catch (error) {
		throw new UsageError((error as Error).message.split('\n')[0])
	}
}
