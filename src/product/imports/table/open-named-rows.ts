import { batchRows } from './batch-rows.ts'
import type { FileLimits } from './file-refused.ts'
import { createNamedColumns, isObject, namedCells } from './named-columns.ts'
import { numberedRows } from './numbered-rows.ts'
import type { RawRow, Table, TableFile } from './table.ts'
import { withBadRows } from './text/bad-rows.ts'
import type { TextEncoding } from './text/decode-text.ts'
import { textFile } from './text/text-file.ts'

/** Opens values of which each names its cells, as those of JSON, XML and YAML do. */
export function openNamedRows(
	format: TableFile['format'],
	values: () => AsyncGenerator<unknown>,
	encoding: TextEncoding,
	limits: FileLimits,
): Table {
	const columns = createNamedColumns(limits)
	async function* read(): AsyncGenerator<RawRow> {
		for await (const value of values())
			yield isObject(value)
				? { line: null, cells: namedCells(value, columns) }
				: { line: null, cells: [], problem: 'not_an_object' }
	}
	const batches = withBadRows(() => batchRows(read()), encoding)
	return {
		file: { ...textFile(format, encoding), heading_row: null },
		headings: () => columns.headings,
		batches: () => numberedRows(batches(), limits),
	}
}
