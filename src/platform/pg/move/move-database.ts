import type pg from 'pg'
import type { Config } from '#platform/config/config.ts'
import { withClient } from '#platform/pg/connections.ts'
import { schemaFolder } from '#platform/pg/engine/open-database.ts'
import { requireSupportedServer } from '#platform/pg/engine/require-database.ts'
import { migrate } from '#platform/pg/migrations/migrate.ts'
import { openOwnTables } from '#platform/pg/migrations/own-tables.ts'
import { readableTables, requireCurrentSchema, requireNoSessions } from './check-source.ts'
import { claimTarget, requireOtherDatabase } from './claim-target.ts'
import { interrupted, loadTables, type MovedTable } from './load-tables.ts'
import { analyzeTables, beginReading, describeSchema, lockForReading, markFinished, prepareSession } from './queries.ts'
import { rowsOfDatabase } from './row-source.ts'

/**
 * Copies everything in one database into another, empty one: from one snapshot, while the source's tables are locked against writes,
 * into a schema that the migrations make. All rows are in one transaction of the target.
 * @param report called with each table that is copied and equal
 * @throws Error with one line; the source is as it was, and a target that was begun can be filled again
 */
export function moveDatabase(
	config: Config,
	source: pg.ClientConfig,
	target: pg.ClientConfig,
	report: (table: MovedTable) => void,
): Promise<MovedTable[]> {
	return withSession(source, async (from) => {
		await requireNoSessions(from)
		await requireCurrentSchema(config, source)
		const tables = await readableTables(from)
		await lockTables(from, tables)
		return withSession(target, async (to) => {
			await requireOtherDatabase(from, to)
			await claimTarget(to)
			await makeSchema(config, target)
			await requireSameSchema(from, to)
			await to.query('begin')
			const moved = await loadTables(rowsOfDatabase(from), to, tables, report)
			await requireSameSchema(from, to)
			await requireNoSessions(from, 0)
			await to.query(markFinished)
			await commit(to, target)
			// The rows are there; PostgreSQL makes statistics by itself, too, only later.
			await to.query(analyzeTables(tables.map(({ name }) => name))).catch(() => {})
			return moved
		})
	})
}

/** A connection that ends during the commit leaves open whether the rows are there; the mark says it. */
async function commit(client: pg.Client, target: pg.ClientConfig): Promise<void> {
	await client.query('commit').catch(async (error: Error) => {
		const { isUnfinished } = await requireSupportedServer(target, 'The target')
		if (isUnfinished) throw interrupted('the last step', error)
	})
}

function withSession<T>(settings: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
	return withClient({ ...settings, application_name: 'plaudit-move' }, async (client) => {
		await client.query(prepareSession)
		return work(client)
	})
}

/** Writers wait until the move has ended; the snapshot begins behind the lock. */
async function lockTables(client: pg.Client, tables: readonly { name: string }[]): Promise<void> {
	await client.query(beginReading)
	await client.query(lockForReading(tables.map(({ name }) => name))).catch((cause: pg.DatabaseError) => {
		if (cause.code !== '55P03') throw cause
		throw new Error('A session writes into the database. End it, then move.', { cause })
	})
}

async function makeSchema(config: Config, target: pg.ClientConfig): Promise<void> {
	try {
		await migrate(target, schemaFolder)
		const { warnings } = await openOwnTables(config, target)
		for (const warning of warnings) console.error(`Warning: ${warning}.`)
	} catch (cause) {
		throw new Error(
			`The schema cannot be made in the target: ${(cause as Error).message} The same move may be run again.`,
			{
				cause,
			},
		)
	}
}

/** An object that was made by hand in the source is in no migration. */
async function requireSameSchema(source: pg.Client, target: pg.Client): Promise<void> {
	const [there, here] = await Promise.all(
		[source, target].map((client) => client.query<{ line: string }>(describeSchema)),
	)
	const made = new Set(here?.rows.map(({ line }) => line))
	const missing = there?.rows.map(({ line }) => line).filter((line) => !made.has(line)) ?? []
	if (missing.length === 0) return
	const named = missing.slice(0, 3).join('; ') + (missing.length > 3 ? `; and ${missing.length - 3} more` : '')
	throw new Error(
		`No migration makes what the source has: ${named}. Make it with "if not exists" in a file of your own migrations, or drop it. The same move may be run again.`,
	)
}
