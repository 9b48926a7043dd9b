import { parseArgs } from 'node:util'
import { loadKeys } from '#server/keys.ts'
import { cliConfig } from './open.ts'

/** Prints what a client program needs to connect. */
export async function run(args: string[]): Promise<number> {
	const { values } = parseArgs({ args, options: { json: { type: 'boolean' } } })
	const config = cliConfig()
	const { anonKey, serviceRoleKey } = await loadKeys(config)
	if (values.json) {
		console.log(JSON.stringify({ url: config.SITE_URL, anonKey, serviceRoleKey }))
		return 0
	}
	console.log(`Address            ${config.SITE_URL}`)
	console.log(`Anonymous key      ${anonKey}`)
	console.log(`Service role key   ${serviceRoleKey}`)
	console.log('\nThe service role key passes every policy. Never put it into a page.')
	return 0
}
