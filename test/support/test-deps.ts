import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Deps } from '#platform/deps.ts'
import { createLog } from '#platform/log.ts'
import { openDeps } from '#server/open.ts'
import { readConfig } from '#server/settings.ts'
import { recordTransactions } from './postgres/record-transactions.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

export type TestDeps = { deps: Deps; database: TestDatabase; close(): Promise<void> }

/** Keyed by database, the keys.json of its first use; a database refuses other keys. */
const keyFiles = new Map<string, string>()

/**
 * Opens the services' dependencies over a cloned database and a new data folder. A shared database is not dropped
 * here. Settings are given as an operator would write them.
 */
export async function openTestDeps(settings: Record<string, string>, shared?: TestDatabase): Promise<TestDeps> {
	const database = shared ?? (await createTestDatabase())
	const folder = await mkdtemp(join(tmpdir(), 'plaudit-test-'))
	const recorder = await recordTransactions(database.owner)
	const { config } = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'error', ...recorder?.settings, ...settings })
	const name = database.owner.database ?? ''
	const known = keyFiles.get(name)
	if (known) await writeFile(join(folder, 'keys.json'), known, { mode: 0o600 })
	const deps = await openDeps(config, database.owner, createLog(config.LOG_LEVEL))
	// With JWT_KEYS there is no file.
	const made = await readFile(join(config.DATA_DIR, 'keys.json'), 'utf8').catch(() => undefined)
	if (made) keyFiles.set(name, made)
	return {
		deps,
		database,
		async close() {
			await deps.db.close()
			await recorder?.close()
			await rm(folder, { recursive: true, force: true })
			if (!shared) await database.drop()
		},
	}
}
