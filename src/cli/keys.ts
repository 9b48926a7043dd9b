import { loadKeys } from '#server/keys.ts'
import { cliConfig } from './open.ts'
import { flag, readOptions } from './read-options.ts'

/** Prints what a client program needs to connect. */
export async function run(args: string[]): Promise<number> {
	const { json } = readOptions(args, { json: flag })
	const config = cliConfig()
	const { anonKey, serviceRoleKey } = await loadKeys(config)
	if (json) {
		console.log(JSON.stringify({ url: config.SITE_URL, anonKey, serviceRoleKey }))
		return 0
	}
	console.log(`Address            ${config.SITE_URL}`)
	console.log(`Anonymous key      ${anonKey}`)
	console.log(`Service role key   ${serviceRoleKey}`)
	console.log('\nThe service role key passes every policy. Never put it into a page.')
	return 0
}
