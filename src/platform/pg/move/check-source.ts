import type pg from 'pg'
import type { Config } from '#platform/config/config.ts'
import { schemaFolder } from '#platform/pg/engine/open-database.ts'
import { pause } from '#platform/pg/engine/probe-postgres.ts'
import { readOwnTables } from '#platform/pg/migrations/own-tables.ts'
import { pendingMigrations } from '#platform/pg/migrations/schema-plan.ts'
import { readSessions, readTables } from './queries.ts'

/** A table that is copied: its quoted name and the quoted names of its columns that are not generated. */
export type Table = { name: string; columns: string[] }

/** Milliseconds that sessions of a server that has just stopped may take to end. */
const sessionsTimeout = 5000

/**
 * Requires a source that this version, with the operator's files, can make again.
 * @throws Error with one line that names what is missing
 */
export async function requireCurrentSchema(config: Config, source: pg.ClientConfig): Promise<void> {
	const own = await readOwnTables(config, source)
	const pending = [...(await pendingMigrations(source, schemaFolder)), ...own.pending.map(({ name }) => name)]
	if (pending.length > 0)
		throw new Error(
			`The database is not up to date: ${pending.length} migrations are missing, the first is ${pending[0]}. Run "plaudit migrate", then move.`,
		)
	if (own.missing.length > 0)
		throw new Error(
			`The own migration ${own.missing[0]} was applied and is no longer in the folder, so its tables cannot be made elsewhere. Put the file back.`,
		)
}

/**
 * Requires that no server and no command uses the source.
 * @throws Error that names sessions
 */
export async function requireNoSessions(client: pg.Client, timeout = sessionsTimeout): Promise<void> {
	const deadline = performance.now() + timeout
	for (;;) {
		const { rows } = await client.query<{ pid: number; name: string }>(readSessions)
		if (rows.length === 0) return
		if (performance.now() > deadline) {
			const sessions = rows.map(({ pid, name }) => `${name} (PostgreSQL process ${pid})`).join(', ')
			throw new Error(
				`The database is in use by ${sessions}. Stop all servers and commands, and poolers that keep their sessions; nothing was moved.`,
			)
		}
		await pause(100)
	}
}

/** The tables to copy. @throws Error when row-level security may hide rows from the owner */
export async function readableTables(client: pg.Client): Promise<Table[]> {
	const { rows } = await client.query<Table & { hidden: boolean }>(readTables)
	const hidden = rows.filter((table) => table.hidden).map(({ name }) => name)
	if (hidden.length > 0)
		throw new Error(
			`The owner of the database may not read all rows of ${hidden.join(', ')}. Give it a policy "for select using (true)" there, or use a superuser.`,
		)
	return rows.map(({ name, columns }) => ({ name, columns }))
}
