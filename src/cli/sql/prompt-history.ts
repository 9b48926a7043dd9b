import { readFile, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'

const file = () => join(homedir(), '.plaudit_sql_history')

/** Lines of earlier prompts, the newest first. */
export async function readHistory(): Promise<string[]> {
	const text = await readFile(file(), 'utf8').catch(() => '')
	return text.split('\n').filter(Boolean).reverse()
}

/**
 * Saves lines, except those that begin with a space, which may contain a password. A home that cannot be written is
 * ignored.
 */
export async function writeHistory(lines: readonly string[]): Promise<void> {
	const kept = lines.filter((line) => line !== '' && !line.startsWith(' ')).toReversed()
	await writeFile(file(), `${kept.join('\n')}\n`, { mode: 0o600 }).catch(() => {})
}
