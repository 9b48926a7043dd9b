import type { Readable } from 'node:stream'
import yauzl from 'yauzl'
import { zipLimits } from '#shared/parser-limits.ts'
import { FileRefused } from './file-refused.ts'
import type { TableSource } from './table-source.ts'

const reviews = /(^|\/)reviews?[^/]*\.json$/i
const table = /\.(csv|tsv|txt|json)$/i

/**
 * Finds what a ZIP has to import: the reviews of a Google Takeout, which may be in several files, or the only table in it. Names of files
 * are read and never used as paths.
 * @param maxBytes of the unpacked contents of one file; what claims less and is more is refused, too
 * @throws FileRefused
 */
export async function openZipTables(file: number, maxBytes: number): Promise<TableSource[]> {
	const zip = await openZip(file)
	const entries = await listEntries(zip)
	const found = entries.filter(({ fileName }) => reviews.test(fileName))
	const tables = found.length > 0 ? found : entries.filter(({ fileName }) => table.test(fileName))
	if (tables.length === 0)
		throw new FileRefused('There are no reviews in this ZIP. A Google Takeout has them in reviews.json.')
	if (tables.length > 1 && found.length === 0)
		throw new FileRefused('This ZIP has several tables. Unpack it and import one after the other.')
	// The sizes are claims, which unpacking is held to.
	if (tables.reduce((sum, entry) => sum + entry.uncompressedSize, 0) > maxBytes) throw tooLarge(maxBytes)
	return tables.map((entry) => ({ read: () => unpack(zip, entry) }))
}

function openZip(file: number): Promise<yauzl.ZipFile> {
	return new Promise((resolve, reject) =>
		yauzl.fromFd(file, { lazyEntries: true, autoClose: false }, (error, zip) =>
			zip ? resolve(zip) : reject(toRefusal(error)),
		),
	)
}

function listEntries(zip: yauzl.ZipFile): Promise<yauzl.Entry[]> {
	const entries: yauzl.Entry[] = []
	return new Promise((resolve, reject) => {
		zip.on('error', (error) => reject(toRefusal(error)))
		zip.on('end', () => resolve(entries))
		zip.on('entry', (entry: yauzl.Entry) => {
			entries.push(entry)
			if (entries.length > zipLimits.entriesOfTable)
				reject(new FileRefused(`This ZIP has more than ${zipLimits.entriesOfTable.toLocaleString('en')} files.`))
			else zip.readEntry()
		})
		zip.readEntry()
	})
}

/** The library ends with an error where an entry is larger or smaller than it claims. */
async function* unpack(zip: yauzl.ZipFile, entry: yauzl.Entry): AsyncGenerator<Uint8Array> {
	try {
		yield* await openEntry(zip, entry)
	} catch (error) {
		throw toRefusal(error)
	}
}

function openEntry(zip: yauzl.ZipFile, entry: yauzl.Entry): Promise<Readable> {
	return new Promise((resolve, reject) =>
		zip.openReadStream(entry, (error, stream) => (stream ? resolve(stream) : reject(error))),
	)
}

function tooLarge(maxBytes: number): FileRefused {
	return new FileRefused(`What this ZIP holds is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB.`)
}

function toRefusal(error: unknown): unknown {
	if (error instanceof FileRefused || !(error instanceof Error) || (error as NodeJS.ErrnoException).syscall)
		return error
	return new FileRefused('This ZIP cannot be read: it is damaged or was cut.', { cause: error })
}
