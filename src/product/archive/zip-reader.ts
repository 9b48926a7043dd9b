import { createHash } from 'node:crypto'
import { type Entry, fromRandomAccessReaderPromise, openPromise, type RandomAccessReader, type ZipFile } from 'yauzl'
import { zipLimits } from '#shared/parser-limits.ts'
import { ArchiveError } from './archive-error.ts'

/** A ZIP file whose entries are safe to read: plain files of known sizes that do not overlap. */
export type ZipReader = {
	/** Sizes by name. */
	sizes: ReadonlyMap<string, number>
	/** The bytes of an entry. @throws ArchiveError when it is missing, cut or damaged */
	read(name: string): AsyncGenerator<Buffer, { sha256: string }>
	close(): void
}

const maxEntries = zipLimits.entriesOfArchive
const options = { lazyEntries: true, autoClose: false, strictFileNames: true, validateEntrySizes: true } as const

/** Opens an archive in a file. @throws ArchiveError */
export const openZipFile = (path: string): Promise<ZipReader> => openZip(() => openPromise(path, options))

/** Opens an archive that a store reads by ranges. @param most entries it may have @throws ArchiveError */
export const openStoredZip = (reader: RandomAccessReader, size: number, most?: number): Promise<ZipReader> =>
	openZip(() => fromRandomAccessReaderPromise(reader, size, options), most)

async function openZip(open: () => Promise<ZipFile>, most = maxEntries): Promise<ZipReader> {
	const zip = await open().catch((error: Error) => {
		throw new ArchiveError(`This is not a whole ZIP file: ${sentence(error)}`, { problem: 'cut', cause: error })
	})
	try {
		const entries = await readDirectory(zip, most)
		const sizes = new Map([...entries].map(([name, { uncompressedSize }]) => [name, uncompressedSize]))
		return { sizes, read: (name) => readEntry(zip, entries, name), close: () => zip.close() }
	} catch (error) {
		zip.close()
		throw error
	}
}

async function readDirectory(zip: ZipFile, most: number): Promise<Map<string, Entry>> {
	if (zip.entryCount > most)
		throw new ArchiveError(`The archive has more than ${most} files.`, { problem: 'too_large' })
	const entries = new Map<string, Entry>()
	const places: { start: number; length: number; name: string }[] = []
	try {
		for await (const entry of zip.eachEntry()) {
			const name = entry.fileName
			// Folders are no rows and no files; tools that pack an archive again add them.
			if (name.endsWith('/')) continue
			requirePlainFile(entry)
			if (entries.has(name)) throw new ArchiveError(`${name} is in the archive twice.`)
			entries.set(name, withoutNames(entry))
			places.push({ start: entry.relativeOffsetOfLocalHeader, length: entry.compressedSize, name })
		}
	} catch (error) {
		if (error instanceof ArchiveError) throw error
		throw new ArchiveError(`The directory of the archive cannot be read: ${sentence(error)}`, {
			problem: 'cut',
			cause: error,
		})
	}
	// Entries that share their bytes would unpack to many times the size of the archive.
	places.sort((a, b) => a.start - b.start)
	for (const [at, { start, length, name }] of places.entries()) {
		const next = places[at + 1]
		if (next && start + length > next.start) throw new ArchiveError(`${name} overlaps ${next.name}.`)
	}
	return entries
}

const sentence = (error: unknown) => `${(error as Error).message.replace(/\.+$/, '')}.`

const none = Buffer.alloc(0)

/** An entry without what is not needed to read it: a large archive has many. */
function withoutNames(entry: Entry): Entry {
	return Object.assign(entry, { extraFields: [], extraFieldRaw: none, fileNameRaw: none, fileCommentRaw: none })
}

function requirePlainFile(entry: Entry): void {
	const name = entry.fileName
	const type = (entry.externalFileAttributes >>> 16) & 0o170000
	if (type !== 0 && type !== 0o100000) throw new ArchiveError(`${name} is a link or a device, not a file.`)
	if (entry.isEncrypted()) throw new ArchiveError(`${name} is encrypted.`)
	if (!entry.canDecodeFileData()) throw new ArchiveError(`${name} is compressed in a way that cannot be read.`)
}

async function* readEntry(
	zip: ZipFile,
	entries: ReadonlyMap<string, Entry>,
	name: string,
): AsyncGenerator<Buffer, { sha256: string }> {
	const entry = entries.get(name)
	if (!entry) throw new ArchiveError(`${name} is missing from the archive.`)
	const hash = createHash('sha256')
	try {
		for await (const chunk of await zip.openReadStreamPromise(entry)) {
			hash.update(chunk)
			yield chunk
		}
	} catch (error) {
		throw new ArchiveError(`${name} is damaged: ${sentence(error)}`, { problem: 'altered', cause: error })
	}
	return { sha256: hash.digest('hex') }
}
