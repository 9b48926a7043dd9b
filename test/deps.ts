import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#server/config.ts'
import type { Deps } from '#server/deps.ts'
import { createLog } from '#server/log.ts'
import { openDeps } from '#server/open.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'

export type TestDeps = { deps: Deps; database: TestDatabase; close(): Promise<void> }

/** By database, the keys.json with which it was opened first: other keys would be refused. */
const keyFiles = new Map<string, string>()

/**
 * What services are given, over a cloned database and a data folder of its own. Settings are given as the operator would
 * write them. A shared database is left for whoever made it to drop.
 */
export async function openTestDeps(
	settings: Record<string, string>,
	shared?: TestDatabase,
): Promise<TestDeps> {
	const database = shared ?? (await createTestDatabase())
	const folder = await mkdtemp(join(tmpdir(), 'plaudit-test-'))
	const { config } = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'error', ...settings })
	const name = database.owner.database ?? ''
	const known = keyFiles.get(name)
	if (known) await writeFile(join(folder, 'keys.json'), known, { mode: 0o600 })
	const deps = await openDeps(config, database.owner, createLog(config.LOG_LEVEL))
	keyFiles.set(name, await readFile(join(config.DATA_DIR, 'keys.json'), 'utf8'))
	return {
		deps,
		database,
		async close() {
			await deps.db.close()
			await rm(folder, { recursive: true, force: true })
			if (!shared) await database.drop()
		},
	}
}
