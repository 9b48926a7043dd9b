import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '#platform/pg/engine/embedded.ts'
import { copyMigratedCluster } from '#test/support/postgres/migrated-cluster.ts'
import { readCatalogue } from './row-types/read-catalogue.ts'
import { readWrites, writeRestCatalogue } from './row-types/write-rest-catalogue.ts'
import { writeRowTypes } from './row-types/write-row-types.ts'

/**
 * Writes the types of the public tables, views and functions, and the catalogue of the OpenAPI document, from a new database.
 *
 * Run: `npm run row-types`, after a migration or a change of a public function.
 */
const folder = await mkdtemp(join(tmpdir(), 'plaudit-row-types-'))
await copyMigratedCluster(folder)
const server = await startEmbedded(folder, 1)
const client = new pg.Client(server.owner)
try {
	await client.connect()
	const catalogue = await readCatalogue(client)
	for (const [path, text] of writeRowTypes(catalogue)) await writeFile(path, text)
	await writeFile(...writeRestCatalogue(catalogue, await readWrites(client)))
} finally {
	await client.end()
	await server.stop()
	await rm(folder, { recursive: true })
}
