import type { ImportFormat } from '#shared/import/import-api.ts'

/** A file that cannot be imported at all; the message is for the member who sent it. */
export class FileRefused extends Error {
	/** The format that it can be read as, if the member says so. */
	readonly offers: ImportFormat | undefined

	constructor(message: string, { format, ...options }: { cause?: unknown; format?: ImportFormat | undefined } = {}) {
		super(message, options)
		this.offers = format
	}
}

/** Limits of one file, from the settings. */
export type FileLimits = { bytes: number; rows: number; columns: number }

export const tooManyColumns = (count: number, { columns }: FileLimits) =>
	new FileRefused(`The file has ${count} columns. The limit is ${columns}.`)
