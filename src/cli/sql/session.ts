import type { EventEmitter } from 'node:events'
import pg from 'pg'
import { keptAlive } from '#server/pg/connections.ts'
import { printableLines } from './printable-text.ts'
import { describeSession, enterOwnTables, leaveOwnTables } from './session-queries.ts'

export type Column = { name: string; type: number }

/** What a statement answered. Values are PostgreSQL's texts. */
export type Outcome = {
	/** As psql prints it: `INSERT 0 1`, `CREATE TABLE`. */
	command: string
	rowCount: number
	columns: Column[]
	rows: (string | null)[][]
}

/** A connection as the database's owner. */
export type Session = {
	database: string
	user: string
	isSuperuser: boolean
	/** Plaudit's migrations were applied to this database. */
	isMigrated: boolean
	run(text: string, values?: unknown[]): Promise<Outcome>
	/** Cancels the statement that runs. */
	cancel(): Promise<void>
	/** `I` idle, `T` in a transaction, `E` in one that failed. */
	transaction(): 'I' | 'T' | 'E'
	/** True once the database has gone. */
	isLost(): boolean
	close(): Promise<void>
}

/** Values stay as PostgreSQL wrote them. */
const asTexts = { getTypeParser: () => (text: string) => text } as pg.CustomTypesConfig

/** @param say is called with what the database says aside: notices and notifications */
export async function openSession(
	owner: pg.ClientConfig,
	say: (line: string) => void,
): Promise<Session> {
	const client = new pg.Client({ ...owner, ...keptAlive, application_name: 'plaudit-sql' })
	const tell = (line: string) => say(printableLines(line))
	let tag = ''
	let isLost = false
	client.on('error', () => {})
	client.on('notice', ({ severity, message, detail, hint }) => {
		tell(`${severity}:  ${message}`)
		if (detail) tell(`DETAIL:  ${detail}`)
		if (hint) tell(`HINT:  ${hint}`)
	})
	client.on('notification', ({ channel, payload, processId }) =>
		tell(`Notification "${channel}" with payload "${payload ?? ''}" from process ${processId}.`),
	)
	await client.connect()
	// The driver keeps the tag's first word alone.
	const { connection } = client as unknown as { connection: EventEmitter }
	// The client itself says so only after it has failed its statements.
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
					// The driver reports an error before it knows the state of the transaction, which follows.
					await client.query('').catch(() => {})
					throw error
				})
			const columns = result.fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID }))
			return { command: tag, rowCount: result.rowCount ?? 0, columns, rows: result.rows }
		},
		async cancel() {
			const other = new pg.Client(owner)
			other.on('error', () => {})
			await other.connect()
			await other.query('select pg_cancel_backend($1)', [pid])
			await other.end()
		},
		transaction: () => client.getTransactionStatus() ?? 'I',
		isLost: () => isLost,
		async close() {
			// A pooler may hand the connection on.
			if (client.getTransactionStatus() !== 'I') await client.query('rollback').catch(() => {})
			await client.query(leaveOwnTables).catch(() => {})
			await client.end()
		},
	}
}
