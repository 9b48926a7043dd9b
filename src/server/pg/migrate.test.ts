import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
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
