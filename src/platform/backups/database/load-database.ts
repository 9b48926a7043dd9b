import type pg from 'pg'
import type { Config } from '#platform/config/config.ts'
import { withClient } from '#platform/pg/connections.ts'
import { schemaFolder } from '#platform/pg/engine/open-database.ts'
import { migrate } from '#platform/pg/migrations/migrate.ts'
import { openOwnTables, readOwnTables } from '#platform/pg/migrations/own-tables.ts'
import { readSchemaFiles } from '#platform/pg/migrations/schema-files.ts'
import { planAfter } from '#platform/pg/migrations/schema-plan.ts'
import { readableTables, type Table } from '#platform/pg/move/check-source.ts'
import { claimTarget } from '#platform/pg/move/claim-target.ts'
import { loadTables, type MovedTable } from '#platform/pg/move/load-tables.ts'
import {
	analyzeTables,
	copyIn,
	describeSchema,
	markFinished,
	prepareSession,
	readSequences,
} from '#platform/pg/move/queries.ts'
import type { RowSource } from '#platform/pg/move/row-source.ts'
import { writeRows } from '#platform/pg/move/write-rows.ts'
import { type DatabasePlan, type DatabaseProof, readDatabaseFacts, readParts } from './database-facts.ts'

/** Options for putting back the rows of a backup. */
export type LoadOptions = {
	/** Works on the loaded database before anybody else may. */
	settle(owner: pg.ClientConfig): Promise<void>
	/** Receives lines for the operator. */
	say(line: string): void
	/** db/ */
	schema?: string
}

/**
 * Puts the rows of an unpacked backup into an empty database: into the schema of the backup, which migrations make, in one transaction,
 * and compared with the hashes of the backup. A mark keeps servers off until the end.
 * @param config its DATA_DIR has the operator's own migrations
 * @throws Error with one line; before the database was changed where the backup is of a newer version, or lacks something
 */
export async function loadDatabase(
	config: Config,
	folder: string,
	target: pg.ClientConfig,
	{ settle, say, schema = schemaFolder }: LoadOptions,
): Promise<MovedTable[]> {
	const { plan, proof } = await readDatabaseFacts(folder)
	const only = await earlierMigrations(plan, schema)
	return withClient({ ...target, application_name: 'plaudit-restore' }, async (client) => {
		await client.query(prepareSession)
		await claimTarget(client)
		await makeSchema(config, target, schema, plan, only)
		const tables = await findTables(client, plan)
		await compareSchema(client, plan, only === undefined ? say : () => {})
		await client.query('begin')
		const source = rowsOfBackup(folder, plan, proof, await sequenceNames(client))
		const loaded = await loadTables(source, client, tables, ({ name, rows }) => {
			if (rows >= 10_000) say(`Restored ${rows} rows of ${name}.`)
		})
		await client.query('commit')
		await settle(target)
		await client.query(markFinished)
		await client.query(analyzeTables(tables.map(({ name }) => name))).catch(() => {})
		return loaded
	})
}

/**
 * The migrations that a backup of an earlier version has.
 * @returns nothing for a backup of this version
 * @throws Error for one of a newer version
 */
async function earlierMigrations(plan: DatabasePlan, schema: string): Promise<string[] | undefined> {
	const files = await readSchemaFiles(schema)
	const pending = planAfter(plan.applied, files)
	if (pending.adopts) throw new Error('The backup is of a version before the present numbering of migrations.')
	if (pending.migrations.length === 0) return undefined
	const missing = new Set(pending.migrations.map(({ name }) => name))
	return files.migrations.map(({ name }) => name).filter((name) => !missing.has(name))
}

async function makeSchema(
	config: Config,
	target: pg.ClientConfig,
	schema: string,
	plan: DatabasePlan,
	only: string[] | undefined,
): Promise<void> {
	try {
		await migrate(target, schema, only ? { only } : {})
		const { applied, pending } = await readOwnTables(config, target)
		const known = new Set([...applied, ...pending.map(({ name }) => name)])
		const missing = plan.own.filter((name) => !known.has(name))
		if (missing.length > 0)
			throw new Error(
				`the own migration ${missing[0]} was applied and is neither in the backup nor in OWN_MIGRATIONS. Put the file there.`,
			)
		await openOwnTables(config, target)
	} catch (cause) {
		throw new Error(
			`The schema cannot be made in the database: ${(cause as Error).message} The same restore may be run again.`,
			{ cause },
		)
	}
}

/**
 * The tables of the backup as the database knows them: nothing that stands in a backup becomes a part of a statement.
 * @throws Error that names what no migration makes
 */
async function findTables(client: pg.Client, plan: DatabasePlan): Promise<Table[]> {
	const made = new Map((await readableTables(client)).map((table) => [table.name, table]))
	const missing = plan.tables.flatMap(({ name, columns }) => {
		const here = made.get(name)
		if (!here) return [`table ${name}`]
		return columns.filter((column) => !here.columns.includes(column)).map((column) => `column ${column} of ${name}`)
	})
	const objects = plan.schema.filter((line) => line.startsWith('large object '))
	const lost = [...missing, ...objects]
	if (lost.length > 0) throw new Error(handMade(lost))
	return plan.tables
}

const handMade = (lines: readonly string[]) =>
	`No migration makes what the backup has: ${lines.slice(0, 3).join('; ')}${lines.length > 3 ? `; and ${lines.length - 3} more` : ''}. Put a file that makes it ("if not exists") into your own migrations, and restore again with OWN_MIGRATIONS set to their folder.`

/** An object that was made by hand and has no rows of its own, such as an index, is named and left out. */
async function compareSchema(client: pg.Client, plan: DatabasePlan, say: (line: string) => void): Promise<void> {
	const { rows } = await client.query<{ line: string }>(describeSchema)
	const made = new Set(rows.map(({ line }) => line))
	const missing = plan.schema.filter((line) => !made.has(line))
	if (missing.length > 0)
		say(`Warning: no migration makes these, so they are not restored: ${missing.slice(0, 20).join('; ')}.`)
}

/** The rows of an unpacked backup. */
function rowsOfBackup(folder: string, plan: DatabasePlan, proof: DatabaseProof, known: Set<string>): RowSource {
	const places = new Map(plan.tables.map(({ name }, index) => [name, index]))
	const find = ({ name }: Table) => {
		const index = places.get(name) ?? -1
		const found = proof.tables[index]
		if (!found) throw new Error(`the backup has no rows of ${name}`)
		return { index, ...found }
	}
	return {
		work: 'restore',
		copyInto(target, table) {
			const { index, parts } = find(table)
			return writeRows(target, copyIn(table.name, table.columns), readParts(folder, index, parts))
		},
		async hashOf(table) {
			const { rows, hash } = find(table)
			return { rows, hash }
		},
		sequences: async () => proof.sequences.filter(({ name }) => known.has(name)),
	}
}

/** The sequences that a database has. */
async function sequenceNames(client: pg.Client): Promise<Set<string>> {
	const { rows } = await client.query<{ name: string }>(readSequences)
	return new Set(rows.map(({ name }) => name))
}
