import { afterAll, beforeAll, expect, it } from 'vitest'
import { schemaFolder } from '#platform/pg/engine/open-database.ts'
import { readSchemaFiles } from '#platform/pg/migrations/schema-files.ts'
import { objectName } from '#platform/pg/migrations/steps/definitions.ts'
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

const readViews = `select format('views/%s/%s.sql', n.nspname, c.relname) as name, pg_get_viewdef(c.oid) as definition, c.reloptions, c.relowner,
		array(select a.grantee::regrole || ' ' || a.privilege_type from aclexplode(c.relacl) a where a.grantee <> c.relowner order by 1) as grants,
		array(select pg_get_expr(d.adbin, d.adrelid) from pg_attrdef d where d.adrelid = c.oid order by d.adnum) as defaults,
		array(select pg_get_triggerdef(t.oid) from pg_trigger t where t.tgrelid = c.oid order by 1) as triggers
	from pg_class c join pg_namespace n on n.oid = c.relnamespace
	where c.relkind = 'v' and n.nspname in ('auth', 'plaudit', 'private', 'public', 'realtime', 'storage') order by 1`

it('each view has a file of its name, which says all about it', async () => {
	const { views } = await readSchemaFiles(schemaFolder)
	const before = await asOwner<{ name: string }>(database, readViews)
	expect(views.map(({ name }) => name)).toEqual(before.map(({ name }) => name))
	const names = before.map(({ name }) => objectName(name))
	// Functions that take a row of one go, too.
	await asOwner(database, `drop view ${names.join(', ')} cascade`)
	await asOwner(database, views.map(({ text }) => text).join('\n'))
	expect(await asOwner(database, readViews)).toEqual(before)
})
