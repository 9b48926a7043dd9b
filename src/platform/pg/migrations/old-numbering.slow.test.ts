import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { schemaFolder } from '#platform/pg/engine/open-database.ts'
import { describeDatabase } from '#test/support/postgres/describe-database.ts'
import { applyOldNumbering } from '#test/support/postgres/old-numbering.ts'
import { asOwner } from '#test/support/test-database.ts'
import { migrate } from './migrate.ts'
import { pendingMigrations } from './schema-plan.ts'

const server = inject('owner')
const name = `test_${randomUUID().replaceAll('-', '')}`
const named = (database: string) => ({ owner: { ...server, database }, drop: async () => {} })
const maintenance = named('postgres')
const last = named(`${name}_last`)
const middle = named(`${name}_middle`)

describe('a database of the old numbering', () => {
	let database = named(name)
	beforeAll(async () => {
		for (const [{ owner }, most] of [
			[last, 60],
			[middle, 40],
		] as const) {
			await asOwner(maintenance, `create database ${owner.database}`)
			await applyOldNumbering(owner, most)
		}
		await asOwner(last, "insert into auth.users (email) values ('kept@example.com')")
	})
	beforeEach(() => use(last))
	afterAll(async () => {
		for (const { owner } of [last, middle, database])
			await asOwner(maintenance, `drop database if exists ${owner.database} with (force)`)
	})

	async function use({ owner }: { owner: pg.ClientConfig }) {
		database = named(name)
		await asOwner(maintenance, `drop database if exists ${name} with (force)`)
		await asOwner(maintenance, `create database ${name} template ${owner.database}`)
	}

	/** That a start is refused with a line, and leaves everything as it was. */
	async function refuses(line: string) {
		const before = await describeDatabase(database.owner)
		await expect(migrate(database.owner, schemaFolder)).rejects.toThrow(line)
		await expect(pendingMigrations(database.owner, schemaFolder)).rejects.toThrow(line)
		expect(await describeDatabase(database.owner)).toEqual(before)
	}

	it('a database of the old numbering is adopted at its last migration, with its rows, and once', async () => {
		const pending = await pendingMigrations(database.owner, schemaFolder)
		expect(pending.every((one) => /^(functions|views|migrations)\//.test(one))).toBe(true)
		expect(await migrate(database.owner, schemaFolder)).toEqual(pending)
		expect(await migrate(database.owner, schemaFolder)).toEqual([])
		expect(await asOwner(database, 'select email from auth.users')).toEqual([{ email: 'kept@example.com' }])
		const [{ others }] = (await asOwner(
			database,
			"select count(*)::int as others from plaudit.migrations where name !~ '^(schema|functions|views|migrations)/'",
		)) as [{ others: number }]
		expect(others).toBe(0)
	})

	it('a database of the old numbering is adopted once by two processes that start at the same time', async () => {
		const both = [migrate(database.owner, schemaFolder), migrate(database.owner, schemaFolder)]
		const lengths = (await Promise.all(both)).map((applied) => applied.length).sort()
		expect(lengths[0]).toBe(0)
		expect(lengths[1]).toBeGreaterThan(100)
	})

	it('a database of the old numbering is adopted as a whole or not at all', async () => {
		await asOwner(
			database,
			`drop function private.day_of(text); create function private.day_of(text) returns int language sql return 1`,
		)
		const before = await describeDatabase(database.owner)
		await expect(migrate(database.owner, schemaFolder)).rejects.toThrow(
			'db/functions/private/day_of.sql failed: cannot change return type of existing function',
		)
		expect(await describeDatabase(database.owner)).toEqual(before)
	})

	it('a database of the old numbering is refused before its last migration, with what to do', async () => {
		await use(middle)
		await refuses(
			'is not at its last migration, 0165_dropped_address.sql (it has 40 of 60, up to 0110_page_views.sql). ' +
				'Nothing was changed. Start it once with that version (git checkout f78ff4a && npm start), then with this one.',
		)
	})

	it('a database of the old numbering is refused when one of its migrations is missing or was another one', async () => {
		await asOwner(database, "delete from plaudit.migrations where name like '0101%'")
		await refuses('is not at its last migration')
		await use(last)
		await asOwner(database, "update plaudit.migrations set checksum = 'x' where name like '0101%'")
		await refuses('is not at its last migration')
	})

	it('a database of the old numbering is refused when it is newer, and when it was adopted in part', async () => {
		const add = 'insert into plaudit.migrations (name, checksum) values ($1, $2)'
		await asOwner(database, add, ['0166_newer.sql', 'x'])
		await refuses('the migration 0166_newer.sql, which this version does not know')
		await use(last)
		await asOwner(database, add, ['functions/auth/uid.sql', 'x'])
		await refuses('entries of the old numbering (0001_roles.sql) beside those of the new one')
	})
})
