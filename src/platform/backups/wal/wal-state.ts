import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The end of the write-ahead log in the target. A table would be written into that log with each change. */
export type WalState = { until: string | null; problem: string | null }

export const walStatePath = (dataDir: string) => join(dataDir, 'wal-archive.json')

/** Notes the state for the server, its metrics and the command line. */
export async function writeWalState(dataDir: string, state: WalState): Promise<void> {
	const path = walStatePath(dataDir)
	await writeFile(`${path}.new`, JSON.stringify(state), { mode: 0o600 })
	await rename(`${path}.new`, path)
}

/** @returns nothing when no log is archived here */
export async function readWalState(dataDir: string): Promise<WalState | undefined> {
	const text = await readFile(walStatePath(dataDir), 'utf8').catch(() => undefined)
	return text ? (JSON.parse(text) as WalState) : undefined
}
