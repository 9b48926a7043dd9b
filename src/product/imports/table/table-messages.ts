import type { ImportFormat } from '#shared/import/import-api.ts'
import type { FileLimits } from './file-refused.ts'
import type { ChosenReading, TableFile } from './table.ts'

/** The server's requests to the process that reads a table: to open its file, and for the next rows. */
export type TableRequest =
	| { kind: 'open'; limits: FileLimits; isZip: boolean; choices: ChosenReading }
	| { kind: 'next'; isFirst: boolean }

export type TableAnswer =
	| { kind: 'opened'; file: TableFile; headings: string[] }
	/** `packed`: rows (TableRow[]) as node:v8 serializes them. */
	| { kind: 'rows'; packed: Uint8Array; headings: string[]; isLast: boolean }
	| { kind: 'refused'; message: string; format: ImportFormat | undefined }
	| { kind: 'failed'; message: string }
