import type pg from 'pg'
import type { Table } from './check-source.ts'
import { copyRows } from './copy-rows.ts'
import {
	copyIn,
	copyOut,
	emptyTables,
	hashRows,
	readAlterations,
	readIndexes,
	readMaterializedViews,
	readSequence,
	readSequences,
	refreshMaterializedView,
	setSequence,
} from './queries.ts'

/** A moved table: its rows, and a hash of them that their order does not change. */
export type MovedTable = { name: string; rows: number; hash: string }
type Alteration = { alter: string; before: string; after: string | null; last: string | null }
type Hash = { rows: string; hash: string }

/**
 * Replaces the rows of all tables by those of the source, within the open transaction of each. An owner without superuser may not use
 * `session_replication_role`, so triggers, foreign keys and forced row-level security are taken off and put on again, and indexes with them.
 * @param report called with each table that is copied and equal
 * @throws Error that names the first table that differs afterwards
 */
export async function loadTables(
	source: pg.Client,
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
	await copySequences(source, target)
	const { rows: views } = await target.query<{ name: string }>(readMaterializedViews)
	for (const { name } of views) await target.query(refreshMaterializedView(name))
	for (const { alter, last } of alterations) if (last) await target.query(alter + last)
	return moved
}

/** The line for a move that a server or a connection ended. */
export function interrupted(where: string, cause: Error): Error {
	const words = `The move was interrupted at ${where}: ${cause.message}. The source is as it was; run the same move again.`
	return new Error(words, { cause })
}

async function loadTable(source: pg.Client, target: pg.Client, { name, columns }: Table): Promise<MovedTable> {
	const statement = hashRows(name, columns)
	const [wanted, found] = await copyRows(source, target, copyOut(name, columns), copyIn(name, columns))
		.then(() => Promise.all([source.query<Hash>(statement), target.query<Hash>(statement)]))
		.then((sides) => sides.map(({ rows }) => rows[0]) as [Hash, Hash])
		.catch((cause: Error) => {
			throw interrupted(name, cause)
		})
	if (wanted.rows !== found.rows || wanted.hash !== found.hash)
		throw new Error(
			`${name} differs after the copy: ${wanted.rows} rows with the hash ${wanted.hash} became ${found.rows} with ${found.hash}. The source is as it was.`,
		)
	return { name, rows: Number(found.rows), hash: found.hash }
}

async function copySequences(source: pg.Client, target: pg.Client): Promise<void> {
	const { rows: sequences } = await source.query<{ name: string }>(readSequences)
	for (const { name } of sequences) {
		const { rows } = await source.query<{ value: string; isCalled: boolean }>(readSequence(name))
		await target.query(setSequence, [name, rows[0]?.value, rows[0]?.isCalled])
	}
}
