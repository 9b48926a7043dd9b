import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { runPsql } from './run-psql.ts'

afterEach(() => vi.unstubAllEnvs())
const embedded = { host: '/data/socket', port: 5999, user: 'postgres', database: 'plaudit' }

it('psql gets the address of the database in its environment, and the command its exit code', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'plaudit-psql-'))
	await writeFile(
		join(folder, 'psql'),
		`#!/bin/sh\n/usr/bin/env | /usr/bin/sort | /bin/grep ^PG > ${folder}/said\nexit 3\n`,
	)
	await chmod(join(folder, 'psql'), 0o755)
	vi.stubEnv('PATH', folder)
	const said = async () => (await readFile(join(folder, 'said'), 'utf8')).trim().split('\n')
	expect(await runPsql(embedded, { OWN_TABLES_GRANT: 'none' })).toBe(3)
	expect(await said()).toEqual([
		'PGAPPNAME=plaudit-sql',
		'PGDATABASE=plaudit',
		'PGHOST=/data/socket',
		'PGPORT=5999',
		'PGUSER=postgres',
	])
	const DATABASE_URL =
		"psql 'postgresql://me:p%40ss@a.example:5433,b.example/mine?sslmode=verify-full&sslrootcert=/ca.pem&target_session_attrs=read-write&connect_timeout=5&pgbouncer=true'"
	await runPsql(embedded, { OWN_TABLES_GRANT: 'supabase', DATABASE_URL })
	expect(await said()).toEqual([
		'PGAPPNAME=plaudit-sql',
		'PGCONNECT_TIMEOUT=5',
		'PGDATABASE=mine',
		'PGHOST=a.example,b.example',
		'PGOPTIONS= -c plaudit.own_tables=on',
		'PGPASSWORD=p@ss',
		'PGPORT=5433,',
		'PGSSLMODE=verify-full',
		'PGSSLROOTCERT=/ca.pem',
		'PGTARGETSESSIONATTRS=read-write',
		'PGUSER=me',
	])
	await rm(folder, { recursive: true })
})

it('a machine without psql is recognized', async () => {
	vi.stubEnv('PATH', '/nowhere')
	expect(await runPsql(embedded, { OWN_TABLES_GRANT: 'none' })).toBeUndefined()
})
