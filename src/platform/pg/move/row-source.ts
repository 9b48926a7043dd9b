import type pg from 'pg'
import { socketOf } from '#platform/pg/connections.ts'
import type { Table } from './check-source.ts'
import { CopyIn, CopyOut } from './copy-statements.ts'
import { copyIn, copyOut, hashRows, readSequence, readSequences } from './queries.ts'

/** The number of the rows of a table, and a hash of them that their order does not change. */
export type RowHash = { rows: string; hash: string }
/** A sequence by its quoted name, and its state. */
export type SequenceState = { name: string; value: string; isCalled: boolean }

/** Where the rows of a load come from: a database, or a backup of one. */
export type RowSource = {
	/** The name of the work, for errors. */
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

/** Bytes that are collected before they are sent: PostgreSQL sends each row by itself. */
const batchBytes = 65_536

/**
 * Streams the rows of a statement `copy … to stdout` into another, `copy … from stdin`, as fast as the slower side, with some hundred
 * kilobytes in memory. Neither connection may be in pipeline mode. After a failure the source's connection is destroyed, as the rest
 * of its rows cannot be left on the wire.
 * @throws the error of the side that failed first
 */
export async function copyRows(source: pg.Client, target: pg.Client, from: string, into: string): Promise<void> {
	const input = new CopyIn(into)
	const [reading, writing] = [socketOf(source), socketOf(target)]
	target.query(input)
	await input.isOpen
	input.done.catch(() => reading.destroy())
	const batch = Buffer.allocUnsafe(batchBytes)
	let size = 0
	const flush = () => {
		if (size > 0) input.write(batch.subarray(0, size))
		size = 0
		if (writing.writableNeedDrain) reading.pause()
	}
	const output = new CopyOut(from, (row) => {
		if (size + row.length > batchBytes) flush()
		if (row.length > batchBytes) return input.write(row)
		// The parser of the driver uses its buffer again.
		size += row.copy(batch, size)
	})
	const resume = () => reading.resume()
	writing.on('drain', resume)
	try {
		source.query(output)
		await output.done
		flush()
		input.end()
	} catch (error) {
		await input.failFor(error)
	} finally {
		writing.off('drain', resume)
		resume()
	}
	await input.done
}
