import type pg from 'pg'
import type { Table } from './check-source.ts'
import {
	emptyTables,
	readAlterations,
	readIndexes,
	readMaterializedViews,
	refreshMaterializedView,
	setSequence,
} from './queries.ts'
import { hashTable, type RowSource } from './row-source.ts'

/** A moved table: its rows, and a hash of them that their order does not change. */
export type MovedTable = { name: string; rows: number; hash: string }
type Alteration = { alter: string; before: string; after: string | null; last: string | null }

/**
 * Replaces the rows of all tables by those of the source, within the open transaction of each. An owner without superuser may not use
 * `session_replication_role`, so triggers, foreign keys and forced row-level security are taken off and put on again, and indexes with them.
 * @param report called with each table that is copied and equal
 * @throws Error that names the first table that differs afterwards
 */
export async function loadTables(
	source: RowSource,
	target: pg.Client,
	tables: readonly Table[],
	report: (table: MovedTable) => void,
): Promise<MovedTable[]> {
	const { rows: alterations } = await target.query<Alteration>(readAlterations)
	for (const { alter, before } of alterations) await target.query(alter + before)
	const { rows: indexes } = await target.query<{ drop: string; fill: string }>(readIndexes)
	for (const { drop } of indexes) await target.query(drop)
	await target.query(emptyTables(tables.map(({ name }) => name)))
	const moved: MovedTable[] = []
	for (const table of tables) {
		const copied = await loadTable(source, target, table)
		moved.push(copied)
		report(copied)
	}
	for (const { fill } of indexes) await target.query(fill)
	for (const { alter, after } of alterations) if (after) await target.query(alter + after)
	for (const { name, value, isCalled } of await source.sequences())
		await target.query(setSequence, [name, value, isCalled])
	const { rows: views } = await target.query<{ name: string }>(readMaterializedViews)
	for (const { name } of views) await target.query(refreshMaterializedView(name))
	for (const { alter, last } of alterations) if (last) await target.query(alter + last)
	return moved
}

/** The line for a move or a restore that a server or a connection ended. */
export function interrupted(where: string, cause: Error, work: RowSource['work'] = 'move'): Error {
	const words = `The ${work} was interrupted at ${where}: ${cause.message}. The source is as it was; run the same ${work} again.`
	return new Error(words, { cause })
}

async function loadTable(source: RowSource, target: pg.Client, table: Table): Promise<MovedTable> {
	const { name } = table
	const [wanted, found] = await source
		.copyInto(target, table)
		.then(() => Promise.all([source.hashOf(table), hashTable(target, table)]))
		.catch((cause: Error) => {
			throw interrupted(name, cause, source.work)
		})
	if (wanted.rows !== found.rows || wanted.hash !== found.hash)
		throw new Error(
			`${name} differs after the copy: ${wanted.rows} rows with the hash ${wanted.hash} became ${found.rows} with ${found.hash}. The source is as it was.`,
		)
	return { name, rows: Number(found.rows), hash: found.hash }
}
