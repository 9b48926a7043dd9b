import { readOptions } from './read-options.ts'

/** Serves, exactly as `npm start` does after its checks. */
export async function run(args: string[]): Promise<undefined> {
	readOptions(args, {})
	await import('#server/main.ts')
}
