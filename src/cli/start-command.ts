import { readOptions } from './read-options.ts'

/** Serves exactly like `npm start` after its checks. */
export async function run(args: string[]): Promise<undefined> {
	readOptions(args, {})
	await import('#server/main.ts')
}
