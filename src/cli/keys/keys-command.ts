import { flag, readOptions } from '#cli/read-options.ts'
import { cliConfig } from '#cli/with-deps.ts'
import { loadKeys } from '#platform/keys/keys.ts'

/** Prints the settings that a client needs to connect. */
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
