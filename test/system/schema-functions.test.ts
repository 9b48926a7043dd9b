import { afterAll, beforeAll, expect, it } from 'vitest'
import { schemaFolder } from '#platform/pg/engine/open-database.ts'
import { readSchemaFiles } from '#platform/pg/migrations/schema-files.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
	database = await createTestDatabase()
})
afterAll(() => database.drop())

it('each function has a file of its name, and its body is valid', async () => {
	const { functions } = await readSchemaFiles(schemaFolder)
	const found = await asOwner<{ name: string }>(
		database,
		`select format('functions/%s/%s.sql', n.nspname, p.proname) as name
		from pg_proc p join pg_namespace n on n.oid = p.pronamespace
		where n.nspname in ('auth', 'plaudit', 'private', 'public', 'realtime', 'storage')`,
	)
	expect(functions.map(({ name: file }) => file)).toEqual(found.map((row) => row.name).sort())
	// PostgreSQL checks a body when the function is created.
	await asOwner(database, functions.map(({ text }) => text).join('\n'))
})
