import { readFile, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'

const file = () => join(homedir(), '.plaudit_sql_history')

/** Lines typed at earlier prompts, the newest first. */
export async function readHistory(): Promise<string[]> {
	const text = await readFile(file(), 'utf8').catch(() => '')
	return text.split('\n').filter(Boolean).reverse()
}

/** Keeps lines for later, but those that begin with a space: they may hold a password. A home that cannot be written to keeps none. */
export async function writeHistory(lines: readonly string[]): Promise<void> {
	const kept = lines.filter((line) => line !== '' && !line.startsWith(' ')).toReversed()
	await writeFile(file(), `${kept.join('\n')}\n`, { mode: 0o600 }).catch(() => {})
}
