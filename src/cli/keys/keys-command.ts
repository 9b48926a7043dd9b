import { flag, printResult, readOptions } from '#cli/read-options.ts'
import { cliConfig } from '#cli/with-deps.ts'
import { readAcceptedKeys } from './accepted-keys.ts'

/** Prints the settings that a client needs to connect. */
export async function run(args: string[]): Promise<number> {
	const { json } = readOptions(args, { json: flag })
	const config = cliConfig()
	const { anonKey, serviceRoleKey } = await readAcceptedKeys(config)
	const lines = [
		`Address            ${config.SITE_URL}`,
		`Anonymous key      ${anonKey}`,
		`Service role key   ${serviceRoleKey}`,
		'\nThe service role key passes every policy. Never put it into a page.',
	]
	return printResult(json, { url: config.SITE_URL, anonKey, serviceRoleKey }, lines.join('\n'))
}
