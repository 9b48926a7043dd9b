import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { flag, printResult, readOptions } from '#cli/read-options.ts'
import { cliConfig, withOwner } from '#cli/with-deps.ts'
import { type ApiKeyRow, findApiKeys, selectApiKeys } from '#platform/auth/accounts/keys/api-key-queries.ts'
import { mergeApiKeys } from '#platform/auth/accounts/keys/stored-api-keys.ts'
import type { Config } from '#platform/config/config.ts'
import type { ApiKeys } from '#platform/keys/api-keys.ts'
import { loadKeys } from '#platform/keys/keys.ts'

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

/**
 * The API keys that servers accept: those of keys.json or the settings, or those that "plaudit keys replace" put into the database. A database that
 * was never used is not created. One that cannot be reached is reported on standard error.
 */
async function readAcceptedKeys(config: Config): Promise<ApiKeys> {
	const keys = await loadKeys(config)
	if (!config.DATABASE_URL && !(await hasCluster(config.DATA_DIR))) return keys
	try {
		return mergeApiKeys(keys, await readRows())
	} catch (error) {
		console.error(
			`These are the keys of the settings. Whether they were replaced is unknown: ${(error as Error).message}`,
		)
		return keys
	}
}

const hasCluster = (dataDir: string) =>
	stat(join(dataDir, 'postgres', 'PG_VERSION')).then(
		() => true,
		() => false,
	)

function readRows(): Promise<ApiKeyRow[]> {
	return withOwner(async (client) => {
		const { rows } = await client.query<{ exists: boolean }>(findApiKeys)
		if (!rows[0]?.exists) return []
		return (await client.query<ApiKeyRow>(selectApiKeys())).rows
	})
}
