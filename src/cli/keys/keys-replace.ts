import { flag, printResult, readOptions, UsageError } from '#cli/read-options.ts'
import { withDeps } from '#cli/with-deps.ts'
import { replaceApiKeys } from '#platform/auth/accounts/keys/stored-api-keys.ts'

/** Replaces the API keys; running servers follow, and refuse the former keys at once. */
export async function run(args: string[]): Promise<number> {
	const { api, json } = readOptions(args, { api: flag, json: flag })
	if (!api) throw new UsageError('This ends every API key that is in use. Say so with --api.')
	const { url, configured, made } = await withDeps(async (deps) => {
		const { config, keys } = deps
		const set = Object.entries(keys.ownApiKeys.configured).filter(([, key]) => key !== undefined)
		return { url: config.SITE_URL, configured: set.map(([name]) => name), made: await replaceApiKeys(deps) }
	})
	for (const name of configured)
		console.error(`${name} is set, and is refused from now on: remove it from the settings of all nodes.`)
	const lines = [
		`Address            ${url}`,
		`Anonymous key      ${made.anonKey}`,
		`Service role key   ${made.serviceRoleKey}`,
		`Publishable key    ${made.publishableKey}`,
		`Secret key         ${made.secretKey}`,
		'\nThe former keys are refused. Give your applications the new ones, and reload open tabs of Plaudit.',
	]
	return printResult(json, { url, ...made }, lines.join('\n'))
}
