import type pg from 'pg'
import type { Table } from '#platform/pg/move/check-source.ts'
import { copyIn, readSequences } from '#platform/pg/move/queries.ts'
import type { RowSource } from '#platform/pg/move/row-source.ts'
import { writeRows } from '#platform/pg/move/write-rows.ts'
import { type DatabasePlan, type DatabaseProof, readParts } from './database-facts.ts'

/** The rows of an unpacked backup. */
export function rowsOfBackup(folder: string, plan: DatabasePlan, proof: DatabaseProof, known: Set<string>): RowSource {
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
export async function sequenceNames(client: pg.Client): Promise<Set<string>> {
	const { rows } = await client.query<{ name: string }>(readSequences)
	return new Set(rows.map(({ name }) => name))
}
