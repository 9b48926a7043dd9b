import type { EventEmitter } from 'node:events'
import type pg from 'pg'
import { keepAliveOptions } from '#platform/pg/connections.ts'
import { DatabaseClient } from '#platform/pg/database-client.ts'
import { followSchemaChanges } from '#platform/pg/migrations/limited-owner.ts'
import { printableLines } from './printable-text.ts'

export type Column = { name: string; type: number }

/** Result of a statement. Values are PostgreSQL's texts. */
export type Outcome = {
	/** Command tag as printed by psql: `INSERT 0 1`, `CREATE TABLE`. */
	command: string
	rowCount: number
	columns: Column[]
	rows: (string | null)[][]
}

/** A connection as the database's owner. */
export type Session = {
	/** True when Plaudit's migrations were applied to this database. */
	isMigrated: boolean
	run(text: string, values?: unknown[]): Promise<Outcome>
	/** Cancels the running statement. */
	cancel(): Promise<void>
	/** `I` idle, `T` in a transaction, `E` in a failed one. */
	transaction(): 'I' | 'T' | 'E'
	/** True when the connection is lost. */
	isLost(): boolean
	close(): Promise<void>
}

const describeSession = `select pg_backend_pid() as pid, to_regclass('plaudit.migrations') is not null as "isMigrated"`
/** Marks the session as the operator's own, so that OWN_TABLES_GRANT applies to its tables. */
const enterOwnTables = "set plaudit.own_tables = 'on'"
const leaveOwnTables = 'reset plaudit.own_tables'
/** Keeps values as PostgreSQL's texts. */
const asTexts = { getTypeParser: () => (text: string) => text } as pg.CustomTypesConfig

/** @param say receives notices and notifications */
export async function openSession(owner: pg.ClientConfig, say: (line: string) => void): Promise<Session> {
	const client = new DatabaseClient({ ...owner, ...keepAliveOptions, application_name: 'plaudit-sql' })
	const tell = (line: string) => say(printableLines(line))
	let tag = ''
	let isLost = false
	// The last message of a server that ends the session comes before the end of the connection.
	client.on('error', () => {
		isLost = true
	})
	client.on('notice', ({ severity, message, detail, hint }) => {
		tell(`${severity}:  ${message}`)
		if (detail) tell(`DETAIL:  ${detail}`)
		if (hint) tell(`HINT:  ${hint}`)
	})
	client.on('notification', ({ channel, payload, processId }) =>
		tell(`Notification "${channel}" with payload "${payload ?? ''}" from process ${processId}.`),
	)
	await client.connect()
	// The driver keeps only the first word of the tag.
	const { connection } = client as unknown as { connection: EventEmitter }
	// The client reports this only after its statements have failed.
	for (const event of ['end', 'error'])
		connection.on(event, () => {
			isLost = true
		})
	connection.on('commandComplete', ({ text }: { text: string }) => {
		tag = text
	})
	const { rows } = await client.query(describeSession)
	await client.query(enterOwnTables)
	const { pid, ...described } = rows[0]

	return {
		...described,
		async run(text, values) {
			tag = ''
			const query = { text, types: asTexts, rowMode: 'array' as const }
			const result = await client
				.query<(string | null)[]>(values ? { ...query, values } : query)
				.catch(async (error) => {
					// The driver reports an error before the state of the transaction, which follows.
					await client.query('').catch(() => {})
					throw error
				})
			const columns = result.fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID }))
			return { command: tag, rowCount: result.rowCount ?? 0, columns, rows: result.rows }
		},
		async cancel() {
			const other = new DatabaseClient(client.pinned())
			other.on('error', () => {})
			await other.connect()
			await other.query('select pg_cancel_backend($1)', [pid])
			await other.end()
		},
		transaction: () => client.getTransactionStatus() ?? 'I',
		isLost: () => isLost,
		async close() {
			// A pooler may reuse the session.
			if (client.getTransactionStatus() !== 'I') await client.query('rollback').catch(() => {})
			await client.query(leaveOwnTables).catch(() => {})
			if (!isLost && described.isMigrated) await followSchemaChanges(client).catch((error) => tell(error.message))
			await client.end()
		},
	}
}
