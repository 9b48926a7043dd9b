import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#platform/pg/engine/embedded.ts'
import { schemaFolder } from '#platform/pg/engine/open-database.ts'
import { migrate, parseDatabaseUrl } from '#platform/pg/migrations/migrate.ts'

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
	const server = external
		? { owner: parseDatabaseUrl(external), stop: async () => {} }
		: await startEmbedded(folder, 180)
	try {
		await makeTemplate(server.owner)
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

async function makeTemplate(owner: pg.ClientConfig): Promise<void> {
	const admin = new pg.Client({ ...owner, database: 'postgres' })
	await admin.connect()
	await admin.query(`drop database if exists ${template} with (force)`)
	await admin.query(`create database ${template}`)
	await admin.end()
	await migrate({ ...owner, database: template }, schemaFolder)
}
