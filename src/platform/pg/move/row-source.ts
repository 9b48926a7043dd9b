import type pg from 'pg'
import type { Table } from './check-source.ts'
import { copyRows } from './copy-rows.ts'
import { copyIn, copyOut, hashRows, readSequence, readSequences } from './queries.ts'

/** The number of the rows of a table, and a hash of them that their order does not change. */
export type RowHash = { rows: string; hash: string }
/** A sequence by its quoted name, and its state. */
export type SequenceState = { name: string; value: string; isCalled: boolean }

/** Where the rows of a load come from: a database, or a backup of one. */
export type RowSource = {
	/** What is done, for errors. */
	work: 'move' | 'restore'
	copyInto(target: pg.Client, table: Table): Promise<void>
	hashOf(table: Table): Promise<RowHash>
	sequences(): Promise<SequenceState[]>
}

/** The rows as an open transaction of a database sees them. */
export function rowsOfDatabase(client: pg.Client): RowSource {
	return {
		work: 'move',
		copyInto: (target, { name, columns }) => copyRows(client, target, copyOut(name, columns), copyIn(name, columns)),
		hashOf: (table) => hashTable(client, table),
		sequences: () => readSequenceStates(client),
	}
}

/** Computes the hash of a table in its database. */
export async function hashTable(client: pg.Client, { name, columns }: Table): Promise<RowHash> {
	const { rows } = await client.query<RowHash>(hashRows(name, columns))
	return rows[0] as RowHash
}

/** The sequences of all schemas. They are of no snapshot, so that they are read after the rows that they numbered. */
export async function readSequenceStates(client: pg.Client): Promise<SequenceState[]> {
	const { rows: sequences } = await client.query<{ name: string }>(readSequences)
	const states: SequenceState[] = []
	for (const { name } of sequences) {
		const { rows } = await client.query<Omit<SequenceState, 'name'>>(readSequence(name))
		states.push({ name, value: rows[0]?.value ?? '1', isCalled: rows[0]?.isCalled ?? false })
	}
	return states
}
