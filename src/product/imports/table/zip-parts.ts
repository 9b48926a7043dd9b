import type { Readable } from 'node:stream'
import yauzl from 'yauzl'
import { zipLimits } from '#shared/parser-limits.ts'
import { FileRefused } from './file-refused.ts'

/** The files in a ZIP. Their names are read and never used as paths. */
export type ZipParts = {
	names: readonly string[]
	/** The size that the ZIP claims, which reading is held to. */
	sizeOf(name: string): number
	read(name: string): AsyncGenerator<Uint8Array>
}

/** Lists the files of a ZIP, without folders and what macOS adds. @throws FileRefused */
export async function openZipParts(file: number): Promise<ZipParts> {
	const zip = await openFile(file)
	const entries = await listEntries(zip)
	const entryOf = (name: string) => {
		const entry = entries.get(name)
		if (!entry) throw new FileRefused(`A part of this file is missing: ${name.slice(0, 100)}.`)
		return entry
	}
	return {
		names: [...entries.keys()],
		sizeOf: (name) => entryOf(name).uncompressedSize,
		read: (name) => unpack(zip, entryOf(name)),
	}
}

function openFile(file: number): Promise<yauzl.ZipFile> {
	return new Promise((resolve, reject) =>
		yauzl.fromFd(file, { lazyEntries: true, autoClose: false }, (error, zip) =>
			zip ? resolve(zip) : reject(toRefusal(error)),
		),
	)
}

function listEntries(zip: yauzl.ZipFile): Promise<Map<string, yauzl.Entry>> {
	const entries = new Map<string, yauzl.Entry>()
	let count = 0
	return new Promise((resolve, reject) => {
		zip.on('error', (error) => reject(toRefusal(error)))
		zip.on('end', () => resolve(entries))
		zip.on('entry', (entry: yauzl.Entry) => {
			const { fileName } = entry
			if (!fileName.endsWith('/') && !/(?:^|\/)(?:__MACOSX\/|\._)/.test(fileName)) entries.set(fileName, entry)
			if (++count > zipLimits.entriesOfTable)
				reject(new FileRefused(`This ZIP has more than ${zipLimits.entriesOfTable.toLocaleString('en')} files.`))
			else zip.readEntry()
		})
		zip.readEntry()
	})
}

/** The library ends with an error where an entry is larger or smaller than it claims. */
async function* unpack(zip: yauzl.ZipFile, entry: yauzl.Entry): AsyncGenerator<Uint8Array> {
	if (entry.isEncrypted()) throw new FileRefused('This file has a password. Save it without one.')
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

function toRefusal(error: unknown): unknown {
	if (error instanceof FileRefused || !(error instanceof Error) || (error as NodeJS.ErrnoException).syscall)
		return error
	return new FileRefused('This ZIP cannot be read: it is damaged or was cut.', { cause: error })
}
