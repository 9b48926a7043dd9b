import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import type { Deps } from '#server/deps.ts'
import { createLog } from '#server/log.ts'
import { openDeps } from '#server/open.ts'
import { type BadToken, type Caller, tokenOf } from './policy-callers.ts'

/** The program over a world of two tenants, with ways to ask as anybody, and to see and undo what was changed. */
export type PolicyBench = {
	deps: Deps
	owner: pg.Client
	/** A request of rest/v1 as a caller. */
	rest(
		caller: Caller | BadToken,
		method: string,
		path: string,
		body?: unknown,
		prefer?: string,
	): Promise<{ status: number; rows: unknown; headers: Headers }>
	/** The names of tables whose content is not what it was. */
	changed(): Promise<string[]>
	restore(): Promise<void>
	close(): Promise<void>
}

// Written by the program itself while the checks run.
const ownWork = ['realtime.changes', 'realtime.marks', 'realtime.horizon', 'plaudit.jobs']

const world = new URL('policy-world.sql', import.meta.url)

/** Fills a migrated database with the world. */
export async function makeWorld(owner: pg.ClientConfig): Promise<void> {
	const client = new pg.Client(owner)
	await client.connect()
	await client.query(await readFile(world, 'utf8'))
	await client.end()
}

/** @param database a database with the world in it, as its superuser */
export async function openBench(database: pg.ClientConfig): Promise<PolicyBench> {
	const folder = await mkdtemp(join(tmpdir(), 'plaudit-policies-'))
	const { config } = readConfig({
		DATA_DIR: folder,
		SITE_URL: 'http://localhost:3000',
		LOG_LEVEL: 'silent',
		RATE_LIMITS: 'off',
		DATABASE_POOL: '4',
	})
	const deps = await openDeps(config, database, createLog('silent'))
	const app = await createApp(deps)
	const owner = new pg.Client(database)
	await owner.connect()
	const tables = await keepCopies(owner)

	return {
		deps,
		owner,
		async rest(caller, method, path, body, prefer = 'return=representation') {
			const token = tokenOf(caller, deps.keys)
			const response = await app.fetch(
				new Request(`${config.SITE_URL}/rest/v1/${path}`, {
					method,
					headers: {
						apikey: deps.keys.anonKey,
						prefer,
						...(token ? { authorization: `Bearer ${token}` } : {}),
						...(body === undefined ? {} : { 'content-type': 'application/json' }),
					},
					...(body === undefined ? {} : { body: JSON.stringify(body) }),
				}),
			)
			const text = await response.text()
			const isJson = response.headers.get('content-type')?.includes('json') && text !== ''
			return {
				status: response.status,
				rows: isJson ? JSON.parse(text) : undefined,
				headers: response.headers,
			}
		},
		changed: () => dirtyTables(owner, tables),
		restore: () => restore(owner, tables),
		async close() {
			await owner.end()
			await app.close()
			await deps.db.close()
			await rm(folder, { recursive: true, force: true })
		},
	}
}

type KeptTable = { name: string; copy: string; columns: string; mark: string | null }

/** A copy of every table, in a schema that nobody else sees. */
async function keepCopies(owner: pg.Client): Promise<KeptTable[]> {
	const { rows } = await owner.query<Omit<KeptTable, 'mark'>>(`
		select format('%I.%I', n.nspname, c.relname) as name, format('kept.%I', n.nspname || '_' || c.relname) as copy,
			(select string_agg(quote_ident(a.attname), ',' order by a.attnum) from pg_attribute a
				where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
		from pg_class c join pg_namespace n on n.oid = c.relnamespace
		where c.relkind = 'r' and n.nspname in ('public', 'private', 'auth', 'storage', 'plaudit', 'realtime')`)
	const tables = rows.filter(({ name }) => !ownWork.includes(name))
	const copies = tables.map(({ name, copy }) => `create table ${copy} as table ${name};`)
	await owner.query(`drop schema if exists kept cascade; create schema kept; ${copies.join('')}`)
	const marks = await owner.query<{ name: string; mark: string | null }>(marksOf(tables))
	return tables.map((table) => ({
		...table,
		mark: marks.rows.find(({ name }) => name === table.name)?.mark ?? null,
	}))
}

/** One hash of the whole content of each table. */
function marksOf(tables: readonly { name: string }[]): string {
	return tables
		.map(
			({ name }) =>
				`select '${name}' as name, (select md5(string_agg(t::text, '|' order by t::text)) from ${name} t) as mark`,
		)
		.join(' union all ')
}

async function dirtyTables(owner: pg.Client, tables: readonly KeptTable[]): Promise<string[]> {
	const { rows } = await owner.query<{ name: string; mark: string | null }>(marksOf(tables))
	const present = new Map(rows.map(({ name, mark }) => [name, mark]))
	return tables.filter(({ name, mark }) => present.get(name) !== mark).map(({ name }) => name)
}

async function restore(owner: pg.Client, tables: KeptTable[]): Promise<void> {
	const dirty = new Set(await dirtyTables(owner, tables))
	const back = tables
		.filter(({ name }) => dirty.has(name))
		.map(
			({ name, copy, columns }) =>
				`delete from ${name}; insert into ${name} (${columns}) overriding system value select ${columns} from ${copy};`,
		)
	// Without triggers and foreign keys: what is put back was whole before.
	await owner.query(`begin; set local session_replication_role = replica; ${back.join('')} commit;`)
}
