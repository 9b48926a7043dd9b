import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { findValidIndexes, freeIndexes, limitWait, lockIndexes } from './build-indexes-queries.ts'

/** PostgreSQL's codes for a lock that was not free in time, and for two that wait for each other. */
const busy = ['55P03', '40P01']

/**
 * Builds the indexes of db/indexes that a database lacks, each by `create index concurrently`: nothing waits for it, and it needs no
 * transaction. One process builds at a time. An index that other transactions hold up is left to the next start.
 * @param folder db/
 * @param wait for other transactions, in milliseconds: a start does not wait for the hours of a backup
 * @throws Error when an index cannot be built for another reason, such as a full disk
 */
export async function buildIndexes(client: pg.Client, folder: string, wait = 10_000): Promise<void> {
	const wanted = await readIndexes(folder)
	if ((await missingOf(client, wanted)).length === 0) return
	const { rows } = await client.query<{ locked: boolean }>(lockIndexes)
	if (!rows[0]?.locked) return
	try {
		await client.query(limitWait, [String(wait)])
		// Another process may have built some meanwhile.
		for (const { name, text } of await missingOf(client, wanted)) await build(client, name, text)
	} finally {
		await client.query(freeIndexes)
	}
}

type Index = { name: string; text: string }

/** The indexes of db/indexes that a database lacks, named by their paths in db/. Nothing is changed. */
export async function missingIndexes(client: pg.Client, folder: string): Promise<Index[]> {
	const missing = await missingOf(client, await readIndexes(folder))
	return missing.map(({ name, text }) => ({ name: `indexes/${name}.sql`, text }))
}

async function readIndexes(folder: string): Promise<Index[]> {
	const names = await readdir(join(folder, 'indexes')).catch((error: NodeJS.ErrnoException) => {
		if (error.code === 'ENOENT') return []
		throw error
	})
	const files = names.filter((name) => name.endsWith('.sql')).sort()
	return Promise.all(
		files.map(async (file) => ({
			name: file.slice(0, -'.sql'.length),
			text: await readFile(join(folder, 'indexes', file), 'utf8'),
		})),
	)
}

async function missingOf(client: pg.Client, wanted: readonly Index[]): Promise<Index[]> {
	const { rows } = await client.query<{ name: string }>(findValidIndexes, [wanted.map(({ name }) => name)])
	const valid = new Set(rows.map(({ name }) => name))
	return wanted.filter(({ name }) => !valid.has(name))
}

async function build(client: pg.Client, name: string, text: string): Promise<void> {
	try {
		// One that was cut off is there, is written, and is never read.
		await client.query(`drop index concurrently if exists public.${name}`)
		await client.query(text)
	} catch (error) {
		if (busy.includes((error as pg.DatabaseError).code ?? '')) return
		throw new Error(`db/indexes/${name}.sql failed: ${(error as Error).message}`, { cause: error })
	}
}
