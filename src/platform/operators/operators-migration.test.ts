import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { schemaFolder } from '#platform/pg/engine/open-database.ts'
import { asOwner, createTestDatabase } from '#test/support/test-database.ts'

it('an address that a mail proved before the upgrade counts, and a sign-up without mail or by a company does not', async () => {
	const database = await createTestDatabase()
	await asOwner(
		database,
		`drop table auth.email_proofs, auth.operators, auth.operator_setup;
		alter table auth.one_time_tokens drop column is_mailed;
		alter table auth.users disable trigger normalize_inserted_user;
		insert into auth.users (email, email_confirmed_at, email_proven, is_sso_user) values
			('mailed@example.test', now(), true, false), ('squatter@example.test', now(), false, false),
			('waiting@example.test', null, false, false), ('company@example.test', now(), true, true)`,
	)
	await asOwner(database, await readFile(`${schemaFolder}/migrations/0060_operators.sql`, 'utf8'))
	expect(await asOwner(database, 'select email, source from auth.email_proofs')).toEqual([
		{ email: 'mailed@example.test', source: 'earlier' },
	])
	expect(await asOwner(database, 'select is_open, link_hash from auth.operator_setup')).toEqual([
		{ is_open: false, link_hash: null },
	])
	await database.drop()
})
