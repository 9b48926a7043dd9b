import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { keptAlive } from './connections.ts'
import { setLoginPassword } from './login-role.ts'

/** Held while migrations are applied, also the operator's own. */
export const migrationLock = 7_268_432

export type Migration = { name: string; text: string; checksum: string }

/** Reads the migrations in order of their numbers. */
export async function readMigrations(folder: string): Promise<Migration[]> {
	const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
	return Promise.all(
		names.map(async (name) => {
			const text = await readFile(join(folder, name), 'utf8')
			return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
		}),
	)
}

/**
 * Brings a database up to date: forward only, each migration in its own transaction, one process at a time.
 * @returns the names applied now
 * @throws Error when a shipped migration was edited, or the database is newer than the program
 */
export async function migrate(owner: pg.ClientConfig, folder: string): Promise<string[]> {
	const migrations = await readMigrations(folder)
	const client = new pg.Client({ ...owner, ...keptAlive, application_name: 'plaudit-migrate' })
	await client.connect()
	try {
		await client.query('select pg_advisory_lock($1)', [migrationLock])
		await client.query('create schema if not exists plaudit')
		await client.query(
			'create table if not exists plaudit.migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
		)
		const { rows } = await client.query(
			'select name, checksum from plaudit.migrations order by name',
		)
		refuseForeignHistory(rows, migrations)
		// Not simply the last ones: a new one of the platform has its number before the product's that are there.
		const applied = new Set(rows.map(({ name }) => name))
		const pending = migrations.filter(({ name }) => !applied.has(name))
		for (const migration of pending) await apply(client, migration)
		await setLoginPassword(owner, client)
		return pending.map(({ name }) => name)
	} finally {
		await client.end()
	}
}

function refuseForeignHistory(
	applied: { name: string; checksum: string }[],
	known: Migration[],
): void {
	const checksums = new Map(known.map(({ name, checksum }) => [name, checksum]))
	for (const { name, checksum } of applied) {
		if (!checksums.has(name))
			throw new Error(
				`The database has the migration ${name}, which this version does not know. Run a newer version.`,
			)
		if (checksums.get(name) !== checksum)
			throw new Error(`The migration ${name} was changed after it was applied. Restore its text.`)
	}
}

async function apply(client: pg.Client, { name, text, checksum }: Migration): Promise<void> {
	try {
		await client.query('begin')
		await client.query(text)
		await client.query('insert into plaudit.migrations (name, checksum) values ($1, $2)', [
			name,
			checksum,
		])
		await client.query('commit')
	} catch (cause) {
		await client.query('rollback').catch(() => {})
		const { message, code } = cause as Error & { code?: string }
		const advice =
			code === '42501' ? '. The user of DATABASE_URL has to be a superuser to migrate' : ''
		throw new Error(`Migration ${name} failed: ${message}${advice}`, { cause })
	}
}

/** Connection settings out of a DATABASE_URL. */
export function parseDatabaseUrl(url: string): pg.ClientConfig {
	const parsed = new pg.Client({ connectionString: url })
	return {
		host: parsed.host,
		port: parsed.port,
		user: parsed.user ?? 'postgres',
		database: parsed.database ?? 'postgres',
		...(parsed.password ? { password: parsed.password } : {}),
		...(parsed.ssl ? { ssl: parsed.ssl } : {}),
	}
}
