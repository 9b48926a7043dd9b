import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { expect, it } from 'vitest'
import { createTestDatabase } from '#test/support/test-database.ts'
import { readCatalogue } from '#tools/row-types/read-catalogue.ts'
import { writeRowTypes } from '#tools/row-types/write-row-types.ts'

it('the types of tables, views and functions are those that `npm run row-types` writes', async () => {
	const database = await createTestDatabase()
	const client = new pg.Client(database.owner)
	await client.connect()
	const files = await readCatalogue(client)
		.then(writeRowTypes)
		.finally(() => client.end())
	await database.drop()
	for (const [path, text] of files) expect(await readFile(path, 'utf8')).toBe(text)
})
