import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { parseDatabaseUrl } from '#platform/pg/database-url.ts'
import { startEmbedded } from '#platform/pg/engine/embedded.ts'
import { schemaFolder } from '#platform/pg/engine/open-database.ts'
import { migrate } from '#platform/pg/migrations/migrate.ts'
import { copyMigratedCluster } from './postgres/migrated-cluster.ts'

declare module 'vitest' {
	interface ProvidedContext {
		owner: { host: string; port: number; user: string; password?: string }
	}
}

const template = 'plaudit_template'

/**
 * Starts one PostgreSQL for the run, with a migrated template database that each test file clones. With
 * `TEST_DATABASE_URL` the same tests run on another server.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
	const folder = await mkdtemp(join(tmpdir(), 'plaudit-test-'))
	const external = process.env.TEST_DATABASE_URL
	const server = external ? { owner: parseDatabaseUrl(external), stop: async () => {} } : await startMigrated(folder)
	try {
		await makeTemplate(server.owner, !external)
	} catch (error) {
		await server.stop()
		throw error
	}
	const { host = '', port = 5432, user = 'postgres', password } = server.owner
	project.provide('owner', {
		host,
		port,
		user,
		...(typeof password === 'string' ? { password } : {}),
	})
	return async () => {
		await server.stop()
		await rm(folder, { recursive: true, force: true })
	}
}

/** Starts PostgreSQL over a cluster whose database `plaudit` is migrated. */
async function startMigrated(folder: string) {
	await copyMigratedCluster(folder)
	return startEmbedded(folder, 180)
}

/**
 * Makes the template of the test databases. A migrated cluster's own database becomes it: a clone would lack the settings that roles
 * have in that database.
 */
async function makeTemplate(owner: pg.ClientConfig, isMigrated: boolean): Promise<void> {
	const admin = new pg.Client({ ...owner, database: 'postgres' })
	await admin.connect()
	await admin.query(`drop database if exists ${template} with (force)`)
	const limited = process.env.TEST_LIMITED_OWNER ? await makeLimitedOwner(admin, owner) : undefined
	if (isMigrated) await admin.query(`alter database plaudit rename to ${template}`)
	else await admin.query(`create database ${template} ${limited ? `owner ${limited.user}` : ''}`)
	await admin.end()
	await migrate({ ...owner, ...limited, database: template }, schemaFolder)
}

/** A role with the rights that managed PostgreSQL gives. It has the superuser's password, from which that of the server is derived. */
async function makeLimitedOwner(admin: pg.Client, { password }: pg.ClientConfig): Promise<{ user: string }> {
	const secret = typeof password === 'string' ? `password ${pg.escapeLiteral(password)}` : ''
	await admin.query(`create role limited_owner login createrole createdb ${secret}`)
	return { user: 'limited_owner' }
}
