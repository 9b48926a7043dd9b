import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrationsFolder } from '#server/database.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { migrate } from './migrate.ts'

let database: TestDatabase
let folder: string
beforeAll(async () => {
	database = await createTestDatabase()
	folder = await mkdtemp(join(tmpdir(), 'plaudit-migrations-'))
	await cp(migrationsFolder, folder, { recursive: true })
})
afterAll(async () => {
	await database.drop()
	await rm(folder, { recursive: true, force: true })
})

const late = '0099_late.sql'
const later = '0999_later.sql'
const write = (text: string) => writeFile(join(folder, late), text)

it('applies what is new, also of the platform below the product’s that are there, and once', async () => {
	await write('create table plaudit.late ()')
	expect(await migrate(database.owner, folder)).toEqual([late])
	expect(await migrate(database.owner, folder)).toEqual([])
})

it('refuses a database whose migrations were changed since, or that is newer', async () => {
	await write('create table plaudit.other ()')
	await expect(migrate(database.owner, folder)).rejects.toThrow(`${late} was changed`)
	await rm(join(folder, late))
	await expect(migrate(database.owner, folder)).rejects.toThrow('Run a newer version')
})

describe('while another process holds the lock of the migrations', () => {
	let holder: pg.Client
	const written: string[] = []
	const wait = { say: (line: string) => written.push(line), reportAfter: 0, giveUpAfter: 300 }
	beforeAll(async () => {
		await write('create table plaudit.late ()')
		holder = new pg.Client({ ...database.owner, application_name: 'plaudit-migrate' })
		await holder.connect()
		await holder.query('select pg_advisory_lock(7268432)')
	})
	afterAll(() => holder.end())

	it('a database that is up to date is not waited for', async () => {
		expect(await migrate(database.owner, folder, wait)).toEqual([])
		expect(written).toEqual([])
	})

	it('a pending migration waits with a line that names the holder, and is refused in the end', async () => {
		await writeFile(join(folder, later), 'create table plaudit.awaited ()')
		const { rows } = await holder.query('select pg_backend_pid() as pid')
		const named = `PostgreSQL process ${rows[0].pid}, plaudit-migrate`
		await expect(migrate(database.owner, folder, wait)).rejects.toThrow(
			`not free within 0.3 s: ${named} holds it`,
		)
		expect(written).toEqual([expect.stringContaining(named)])
		await holder.query('select pg_advisory_unlock_all()')
		expect(await migrate(database.owner, folder, wait)).toEqual([later])
	})
})
