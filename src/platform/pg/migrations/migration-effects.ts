import type pg from 'pg'
import { formatBytes } from '#shared/format-bytes.ts'
import { tableSizes } from './migrate-queries.ts'
import type { Migration } from './schema-files.ts'
import { effectsOf } from './statement-effects.ts'
import type { Effect } from './table-alterations.ts'

/** An effect on a table that exists, with PostgreSQL's estimate of its rows, and its size with indexes in bytes. */
export type SizedEffect = Effect & { estimatedRows: number; bytes: number }

/** The effects of one file of db/migrations or db/indexes on the tables that are there before all waiting files. */
export type MigrationEffects = { name: string; tables: SizedEffect[]; isDynamic: boolean }

type Size = { table: string; estimatedRows: number; bytes: string }

/** Reads what migrations do, from their texts and the sizes of the tables that they name. */
export async function readEffects(
	client: pg.Client,
	migrations: readonly Pick<Migration, 'name' | 'text'>[],
): Promise<MigrationEffects[]> {
	const all = migrations.map(({ name, text }) => ({ name, ...effectsOf(text) }))
	const names = [...new Set(all.flatMap(({ tables }) => tables.map(({ table }) => table)))]
	const { rows } = await client.query<Size>(tableSizes, [names])
	const sizes = new Map(rows.map((row) => [row.table, row]))
	return all.map(({ name, tables, isDynamic }) => ({
		name,
		isDynamic,
		tables: tables.flatMap((effect) => {
			const size = sizes.get(effect.table)
			return size ? [{ ...effect, estimatedRows: size.estimatedRows, bytes: Number(size.bytes) }] : []
		}),
	}))
}

const rowWords: Record<Effect['rows'], string> = {
	none: 'no row is read',
	reads: 'all rows are read',
	writes: 'rows are written',
	rewrites: 'the table is rewritten',
	drops: 'the table, columns or rows are dropped',
}
const waitWords: Record<Effect['blocks'], string> = {
	nobody: 'nobody waits',
	writes: 'writes wait',
	all: 'reads and writes wait',
}

/** Lines for a person; none when no table is touched. */
export function describeEffects(all: readonly MigrationEffects[]): string[] {
	const lines = all.flatMap(({ name, tables, isDynamic }) => {
		const found = tables.map(
			({ table, rows, blocks, estimatedRows, bytes }) =>
				`    ${table}, about ${estimatedRows} rows, ${formatBytes(bytes)}: ${rowWords[rows]}; ${waitWords[blocks]}`,
		)
		if (isDynamic) found.push('    further statements are put together while it runs')
		return found.length > 0 ? [`  ${name}`, ...found] : []
	})
	if (lines.length === 0) return []
	return [
		'What that does to tables that exist (each migration is one transaction, and who waits does so until its end):',
		...lines,
	]
}
