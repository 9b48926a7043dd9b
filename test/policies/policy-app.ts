import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Deps } from '#platform/deps.ts'
import { createLog } from '#platform/log.ts'
import { createApp } from '#server/app.ts'
import { openDeps } from '#server/open.ts'
import { readConfig } from '#server/settings.ts'
import { type BadToken, type Caller, tokenOf } from './policy-callers.ts'

/** The program over data of two tenants, with requests as any caller, and with detection and rollback of changes. */
export type PolicyApp = {
	deps: Deps
	owner: pg.Client
	/** Sends a request to rest/v1 as a caller. */
	rest(
		caller: Caller | BadToken,
		method: string,
		path: string,
		body?: unknown,
		prefer?: string,
	): Promise<{ status: number; rows: unknown; headers: Headers }>
	/** Names of the tables whose content has changed. */
	changedTables(): Promise<string[]>
	restore(): Promise<void>
	close(): Promise<void>
}

// Tables that the program itself writes while the checks run.
const ownTables = ['realtime.changes', 'realtime.marks', 'realtime.horizon', 'plaudit.jobs']

/** Written soon after a key was used, whatever it tried. */
const countedUses = 'public.api_key_uses'
const useTime = 'last_used_at'

const world = new URL('policy-world.sql', import.meta.url)

/** Fills a migrated database with the data of both tenants. */
export async function makeWorld(owner: pg.ClientConfig): Promise<void> {
	const client = new pg.Client(owner)
	await client.connect()
	await client.query(await readFile(world, 'utf8'))
	await client.end()
}

/** @param database a database filled by `makeWorld`, as its superuser */
export async function openPolicyApp(database: pg.ClientConfig): Promise<PolicyApp> {
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
	await owner.query(
		`insert into auth.former_root_secrets (fingerprint, sealed) values ('x', '\\x01') on conflict do nothing`,
	)
	const tables = await copyTables(owner)

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
		changedTables: async () => (await dirtyTables(owner, tables)).filter((name) => name !== countedUses),
		restore: () => restore(owner, tables),
		async close() {
			await owner.end()
			await app.close()
			await deps.db.close()
			await rm(folder, { recursive: true, force: true })
		},
	}
}

type KeptTable = { name: string; copy: string; columns: string; hash: string | null }

/** Copies every table into a schema that only the superuser can read. */
async function copyTables(owner: pg.Client): Promise<KeptTable[]> {
	const { rows } = await owner.query<Omit<KeptTable, 'hash'>>(`
		select format('%I.%I', n.nspname, c.relname) as name, format('kept.%I', n.nspname || '_' || c.relname) as copy,
			(select string_agg(quote_ident(a.attname), ',' order by a.attnum) from pg_attribute a
				where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
		from pg_class c join pg_namespace n on n.oid = c.relnamespace
		where c.relkind = 'r' and n.nspname in ('public', 'private', 'auth', 'storage', 'plaudit', 'realtime')`)
	const tables = rows.filter(({ name }) => !ownTables.includes(name))
	const copies = tables.map(({ name, copy }) => `create table ${copy} as table ${name};`)
	await owner.query(`drop schema if exists kept cascade; create schema kept; ${copies.join('')}`)
	const hashes = await owner.query<{ name: string; hash: string | null }>(contentHashes(tables))
	return tables.map((table) => ({
		...table,
		hash: hashes.rows.find(({ name }) => name === table.name)?.hash ?? null,
	}))
}

/** A query for one hash of the whole content of each table. */
function contentHashes(tables: readonly { name: string }[]): string {
	return tables
		.map(
			({ name }) =>
				`select '${name}' as name, (select md5(string_agg(${contentOf(name)}, '|' order by ${contentOf(name)})) from ${name} t) as hash`,
		)
		.join(' union all ')
}

const contentOf = (name: string) => (name === 'public.api_keys' ? `(to_jsonb(t) - '${useTime}')::text` : 't::text')

async function dirtyTables(owner: pg.Client, tables: readonly KeptTable[]): Promise<string[]> {
	const { rows } = await owner.query<{ name: string; hash: string | null }>(contentHashes(tables))
	const present = new Map(rows.map(({ name, hash }) => [name, hash]))
	return tables.filter(({ name, hash }) => present.get(name) !== hash).map(({ name }) => name)
}

async function restore(owner: pg.Client, tables: KeptTable[]): Promise<void> {
	const dirty = new Set(await dirtyTables(owner, tables))
	// Triggers that count are on even here, and note the restored rows as changes: these tables come last.
	const isChangeLog = (name: string) => /^private\.\w+_changes$/.test(name)
	const back = tables
		.filter(({ name }) => dirty.has(name) || isChangeLog(name))
		.sort((a, b) => Number(isChangeLog(a.name)) - Number(isChangeLog(b.name)))
		.map(
			({ name, copy, columns }) =>
				`delete from ${name}; insert into ${name} (${columns}) overriding system value select ${columns} from ${copy};`,
		)
	// Other triggers and foreign keys are off: the restored rows were consistent before.
	await owner.query(`begin; set local session_replication_role = replica; ${back.join('')} commit;`)
}
