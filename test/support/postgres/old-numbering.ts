import { createHash } from 'node:crypto'
import { cp, mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { schemaFolder } from '#platform/pg/engine/open-database.ts'

/**
 * Functions edited since the baseline, such as `public.create_space`, which the comparisons omit. Each later edit of a
 * function must be added here.
 */
export const editedSince: readonly string[] = ['public.create_space']

/** Copies db/ without the migrations after the baseline. */
export async function copyBaseline(folder: string): Promise<void> {
	await cp(schemaFolder, folder, { recursive: true })
	await rm(join(folder, 'migrations'), { recursive: true })
	await mkdir(join(folder, 'migrations'))
}

/** The migrations before the baseline in order, each after a line with its name. */
const fixture = new URL('old-numbering.sql.gz', import.meta.url)

const history = `create schema plaudit;
	create table plaudit.migrations
		(name text primary key, checksum text not null, applied_at timestamptz not null default now())`

/**
 * Creates a database in the state of a version with the old numbering.
 * @param most number of its 60 migrations that were applied
 */
export async function applyOldNumbering(owner: pg.ClientConfig, most = 60): Promise<void> {
	const text = gunzipSync(await readFile(fixture)).toString()
	const files = text
		.split(/^-- === /m)
		.slice(1, most + 1)
		.map((file) => {
			const end = file.indexOf('\n')
			return { name: file.slice(0, end), sql: file.slice(end + 1) }
		})
	const client = new pg.Client(owner)
	await client.connect()
	await client.query(history)
	for (const { name, sql } of files) {
		await client.query(`begin;\n${sql}\n;commit`)
		const checksum = createHash('sha256').update(sql).digest('hex')
		await client.query('insert into plaudit.migrations (name, checksum) values ($1, $2)', [name, checksum])
	}
	await client.end()
}
