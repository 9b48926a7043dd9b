import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { expect, it } from 'vitest'
import { createTestDatabase } from '#test/support/test-database.ts'
import { readCatalogue } from '#tools/row-types/read-catalogue.ts'
import { readWrites, writeRestCatalogue } from '#tools/row-types/write-rest-catalogue.ts'
import { writeRowTypes } from '#tools/row-types/write-row-types.ts'

it('the types of tables, views and functions are those that `npm run row-types` writes', async () => {
	const database = await createTestDatabase()
	const client = new pg.Client(database.owner)
	await client.connect()
	const catalogue = await readCatalogue(client)
	const written = await readWrites(client).finally(() => client.end())
	const files = [...writeRowTypes(catalogue), writeRestCatalogue(catalogue, written)]
	await database.drop()
	for (const [path, text] of files) expect(await readFile(path, 'utf8')).toBe(text)
})
