import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { keptAlive } from './connections.ts'
import { setLoginPassword } from './login-role.ts'
import { type LockWait, lockMigrations } from './migration-lock.ts'

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
 * Brings a database up to date: forward only, each migration in its own transaction, one process at a time. A database that is
 * up to date is only read: no lock is taken.
 * @returns the names applied now
 * @throws Error when a shipped migration was edited, the database is newer than the program, or its lock is never free
 */
export async function migrate(
	owner: pg.ClientConfig,
	folder: string,
	wait?: Partial<LockWait>,
): Promise<string[]> {
	const migrations = await readMigrations(folder)
	const client = new pg.Client({ ...owner, ...keptAlive, application_name: 'plaudit-migrate' })
	// An end of the connection fails the query that runs; without a listener it would also end the process.
	client.on('error', () => {})
	await client.connect()
	try {
		const names: string[] = []
		let isBehind = (await pendingAmong(client, migrations)).length > 0
		while (isBehind) {
			const name = await applyNext(client, migrations, wait)
			if (name) names.push(name)
			isBehind = name !== undefined
		}
		await setLoginPassword(owner, client)
		return names
	} finally {
		await client.end()
	}
}

/** Not simply the last ones: a new one of the platform has its number before the product's that are there. */
async function pendingAmong(client: pg.Client, known: Migration[]): Promise<Migration[]> {
	const applied = await readHistory(client)
	const checksums = new Map(known.map(({ name, checksum }) => [name, checksum]))
	for (const { name, checksum } of applied) {
		if (!checksums.has(name))
			throw new Error(
				`The database has the migration ${name}, which this version does not know. Run a newer version.`,
			)
		if (checksums.get(name) !== checksum)
			throw new Error(`The migration ${name} was changed after it was applied. Restore its text.`)
	}
	const names = new Set(applied.map(({ name }) => name))
	return known.filter(({ name }) => !names.has(name))
}

async function readHistory(client: pg.Client): Promise<{ name: string; checksum: string }[]> {
	const { rows } = await client.query("select to_regclass('plaudit.migrations') as found")
	if (rows[0].found === null) return []
	return (await client.query('select name, checksum from plaudit.migrations order by name')).rows
}

/** @returns its name, or nothing when no migration is left */
async function applyNext(
	client: pg.Client,
	migrations: Migration[],
	wait?: Partial<LockWait>,
): Promise<string | undefined> {
	await client.query('begin')
	try {
		await lockMigrations(client, wait)
		const [next] = await pendingAmong(client, migrations)
		if (next) await apply(client, next)
		await client.query('commit')
		return next?.name
	} catch (error) {
		await client.query('rollback').catch(() => {})
		throw error
	}
}

const history = `create schema if not exists plaudit;
create table if not exists plaudit.migrations
	(name text primary key, checksum text not null, applied_at timestamptz not null default now())`

async function apply(client: pg.Client, { name, text, checksum }: Migration): Promise<void> {
	try {
		await client.query(history)
		await client.query(text)
		await client.query('insert into plaudit.migrations (name, checksum) values ($1, $2)', [
			name,
			checksum,
		])
		// What is checked at the end of a transaction fails under the name of its migration.
		await client.query('set constraints all immediate')
	} catch (cause) {
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
