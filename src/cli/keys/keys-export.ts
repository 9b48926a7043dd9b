import { flag, printResult, readOptions } from '#cli/read-options.ts'
import { cliConfig } from '#cli/with-deps.ts'
import { readKeyFile } from '#platform/keys/key-file.ts'
import { writeSharedKeys } from '#platform/keys/shared-keys.ts'
import { settingLine } from './setting-line.ts'

/** Prints the settings that give another node the keys of this installation. Nothing is made or changed. */
export async function run(args: string[]): Promise<number> {
	const { json } = readOptions(args, { json: flag })
	const { DATA_DIR, JWT_KEYS, ANON_KEY, SERVICE_ROLE_KEY, JWT_SECRET } = cliConfig()
	const file = JWT_KEYS === undefined ? await readKeyFile(DATA_DIR) : undefined
	const shared = JWT_KEYS ?? (file && writeSharedKeys(file))
	if (shared === undefined)
		throw new Error(
			`There are no keys yet: JWT_KEYS is not set, and ${DATA_DIR} has no keys.json. "plaudit keys new" makes some.`,
		)
	const all = { JWT_KEYS: shared, ANON_KEY, SERVICE_ROLE_KEY, JWT_SECRET }
	const settings = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined)
	const lines = json ? [] : settings.map(([name, value]) => settingLine(name, value))
	console.error(
		'Secret: anyone who has this can sign in as any user and read everything. Next: put it into the settings of the other nodes, beside DATABASE_URL and SITE_URL. This node may stay as it is.',
	)
	return printResult(json, Object.fromEntries(settings), lines.join('\n'))
}
