import { open } from 'node:fs/promises'
import { flag, printResult, readOptions, resolveCallerPath, text } from '#cli/read-options.ts'
import { makeKeyFile } from '#platform/keys/key-file.ts'
import { writeSharedKeys } from '#platform/keys/shared-keys.ts'
import { settingLine } from './setting-line.ts'

/** Makes keys for an installation that has none yet. Only a new file is written, if one is named. */
export async function run(args: string[]): Promise<number> {
	const { json, file } = readOptions(args, { json: flag, file: text })
	const keys = makeKeyFile()
	const { anonKey, serviceRoleKey } = keys
	const JWT_KEYS = writeSharedKeys(keys)
	if (file !== undefined) {
		const path = resolveCallerPath(file)
		await writeNew(path, `${JSON.stringify(keys, null, '\t')}\n`)
		return printResult(json, { file: path, anonKey, serviceRoleKey }, `Wrote ${path}. ${fileAdvice}`)
	}
	console.error(advice)
	return printResult(json, { JWT_KEYS, anonKey, serviceRoleKey }, settingLine('JWT_KEYS', JWT_KEYS))
}

const fileAdvice =
	'It is secret: anyone who has it can sign in as any user. Next: put it into the DATA_DIR of every node as keys.json, mode 0600, before the first start.'
const advice =
	'Secret: anyone who has this line can sign in as any user. Next: put it into the settings of every node, before the first start; "plaudit keys" then prints the API keys. For a database that is in use, run "plaudit keys export" on one of its nodes instead.'

/** Writes a file that only its owner reads. @throws Error when it exists or cannot be written */
export async function writeNew(path: string, content: string): Promise<void> {
	const target = await open(path, 'wx', 0o600).catch((cause: NodeJS.ErrnoException) => {
		if (cause.code === 'EEXIST') throw new Error(`${path} exists and is left as it is. Name a new file.`, { cause })
		throw new Error(`${path} cannot be written: ${cause.message}`, { cause })
	})
	try {
		await target.writeFile(content)
		await target.sync()
	} finally {
		await target.close()
	}
}
