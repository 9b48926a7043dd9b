import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { schemaFolder } from '#platform/pg/engine/open-database.ts'
import { migrate } from '#platform/pg/migrations/migrate.ts'
import { asOwner } from '#test/support/test-database.ts'

/** A database that contains objects of the operator before Plaudit's first migration. */
const server = inject('owner')
const name = `test_${randomUUID().replaceAll('-', '')}`
const database = { owner: { ...server, database: name }, drop: async () => {} }
const maintenance = { owner: { ...server, database: 'postgres' }, drop: async () => {} }
beforeAll(async () => {
	await asOwner(maintenance, `create database ${name}`)
	await asOwner(
		database,
		`create schema app; create table app.ledger (id int); create function app.pay() returns int language sql return 1;
		alter role ${server.user} in database ${name} set search_path = app, public;
		create schema extensions; create extension pgcrypto schema extensions`,
	)
	await migrate(database.owner, schemaFolder)
})
afterAll(async () => {
	await asOwner(maintenance, `drop database if exists ${name} with (force)`)
})

it('a schema app from before the first migration grants callers nothing', async () => {
	const rows = await asOwner(
		database,
		`select has_schema_privilege(r, 'app', 'usage') as may from unnest(array['anon', 'authenticated', 'service_role']) r`,
	)
	expect(rows).toEqual([{ may: false }, { may: false }, { may: false }])
})

it('an owner’s own search path is not changed', async () => {
	const rows = await asOwner(
		database,
		`select setconfig from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase
		where d.datname = current_database() and s.setrole = current_user::regrole`,
	)
	expect(rows).toEqual([{ setconfig: ['search_path=app, public'] }])
})

it('a schema extensions from before the first migration grants callers nothing', async () => {
	const rows = await asOwner(
		database,
		`select has_schema_privilege('anon', 'extensions', 'usage') as usage,
			(select proacl is null from pg_proc where oid = 'extensions.crypt(text, text)'::regprocedure) as "isAsBefore"`,
	)
	expect(rows).toEqual([{ usage: false, isAsBefore: true }])
})
