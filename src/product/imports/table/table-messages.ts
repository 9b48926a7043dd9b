import type { FileLimits } from './file-refused.ts'
import type { Table, TableRow } from './open-table.ts'

/** The server's requests to the process that reads a table: to open its file, and for the next rows. */
export type TableRequest = { kind: 'open'; limits: FileLimits; isZip: boolean } | { kind: 'next'; isFirst: boolean }

export type TableAnswer =
	| ({ kind: 'opened' } & Pick<Table, 'format' | 'encoding' | 'delimiter'> & { headings: string[] })
	| { kind: 'rows'; rows: TableRow[]; headings: string[]; isLast: boolean }
	| { kind: 'refused'; message: string }
	| { kind: 'failed'; message: string }
