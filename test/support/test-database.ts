import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

/** A new database, cloned from the migrated template. `owner` has the superuser's connection settings. */
export type TestDatabase = { owner: pg.ClientConfig; drop(): Promise<void> }

export async function createTestDatabase(): Promise<TestDatabase> {
	const server = inject('owner')
	const database = `test_${randomUUID().replaceAll('-', '')}`
	await administer(server, `create database ${database} template plaudit_template`)
	return {
		owner: { ...server, database },
		drop: () => administer(server, `drop database if exists ${database} with (force)`),
	}
}

async function administer(server: pg.ClientConfig, text: string): Promise<void> {
	const client = new pg.Client({ ...server, database: 'postgres' })
	await client.connect()
	try {
		await client.query(text)
	} finally {
		await client.end()
	}
}

/** Runs SQL as the superuser: for arranging and asserting, never for the behaviour under test. */
export async function asOwner<Row extends object>(
	{ owner }: TestDatabase,
	text: string,
	values: unknown[] = [],
): Promise<Row[]> {
	const client = new pg.Client(owner)
	await client.connect()
	try {
		return (await client.query(text, values)).rows
	} finally {
		await client.end()
	}
}
