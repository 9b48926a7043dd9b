import { hash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { withClient } from '#platform/pg/connections.ts'
import { readScript, requireNoTransactionControl, runStatements, ScriptError } from '#platform/pg/scripts/sql-script.ts'
import { lockMigrations } from './migration-lock.ts'
import { becomeOwner, enterOwnTables, readApplied, recordApplied } from './own-migrations-queries.ts'
import type { Migration } from './schema-files.ts'

type Applied = { name: string; checksum: string }

/** The state of the operator's own migrations, by their files' names. */
export type OwnMigrations = {
	applied: string[]
	pending: Migration[]
	/** Applied, and no longer in the folder. */
	missing: string[]
}

/**
 * Compares the operator's own migrations with the database, which may be at an earlier version of Plaudit.
 * @throws Error when one was changed after it was applied, or is not UTF-8
 */
export async function compareOwnMigrations(owner: pg.ClientConfig, folder: string): Promise<OwnMigrations> {
	const files = await readOwnMigrations(folder)
	const applied = await readFromDatabase(owner)
	const names = new Set(applied.map(({ name }) => name))
	for (const file of files) requireUnchanged(applied, file)
	return {
		applied: [...names],
		pending: files.filter(({ name }) => !names.has(name)),
		missing: [...names].filter((name) => !files.some((file) => file.name === name)),
	}
}

/**
 * Applies what is pending in the order of the names, each file in its own transaction, one process at a time.
 * @returns the names applied by this call
 * @throws Error with file, line and the database's message; nothing of that file is applied then
 */
export async function applyOwnMigrations(owner: pg.ClientConfig, pending: readonly Migration[]): Promise<string[]> {
	const applied: string[] = []
	for (const migration of pending) if (await apply(owner, migration)) applied.push(migration.name)
	return applied
}

async function readOwnMigrations(folder: string): Promise<Migration[]> {
	const all = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
		if (error.code !== 'ENOENT') throw error
		return []
	})
	const names = all.filter((name) => name.endsWith('.sql') && !name.startsWith('.')).sort()
	return Promise.all(
		names.map(async (name) => {
			const bytes = await readFile(join(folder, name))
			return { name, text: decode(bytes, `The own migration ${name}`), checksum: hash('sha256', bytes) }
		}),
	)
}

/** The text of a script. @throws Error when it is not UTF-8 */
export function decode(bytes: Uint8Array, what: string): string {
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
	} catch (cause) {
		throw new Error(`${what} is not UTF-8.`, { cause })
	}
}

async function readFromDatabase(owner: pg.ClientConfig): Promise<Applied[]> {
	return withClient(owner, async (client) => {
		const { rows } = await client.query("select to_regclass('plaudit.own_migrations') is not null as exists")
		return rows[0].exists ? (await client.query<Applied>(readApplied)).rows : []
	})
}

function requireUnchanged(applied: readonly Applied[], { name, checksum }: Migration): boolean {
	const found = applied.find((migration) => migration.name === name)
	if (found && found.checksum !== checksum)
		throw new Error(
			`The own migration ${name} was changed after it was applied. Restore its text, and put the change into a new file.`,
		)
	return found !== undefined
}

/** @returns false when another node applied it meanwhile */
async function apply(owner: pg.ClientConfig, migration: Migration): Promise<boolean> {
	const { name, text, checksum } = migration
	try {
		const statements = readScript(text)
		requireNoTransactionControl(statements, 'Leave it out: each file is one.')
		// A connection for each: a file may leave settings behind.
		return await withClient({ ...owner, application_name: 'plaudit-own-migrate' }, async (client) => {
			await client.query('begin')
			await lockMigrations(client)
			const { rows } = await client.query<Applied>(readApplied)
			if (requireUnchanged(rows, migration)) return false
			await client.query(enterOwnTables)
			await runStatements(statements, (statement) => client.query(statement.text))
			await client.query(becomeOwner)
			await client.query(recordApplied, [name, checksum])
			await client.query('commit')
			return true
		})
	} catch (error) {
		const { message } = error as Error
		if (message.startsWith('The own migration')) throw error
		const { detail, hint } = ((error as Error).cause ?? error) as pg.DatabaseError
		const where = error instanceof ScriptError ? `${name}, line ${error.line}` : name
		const reason = [message, detail, hint].filter(Boolean).join('. ').replaceAll('..', '.')
		throw new Error(`Own migration ${where}: ${reason}`, { cause: error })
	}
}
