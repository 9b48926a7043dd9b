import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import yauzl from 'yauzl'
import { FileRefused } from './file-refused.ts'

const maxEntries = 20_000
const reviews = /(^|\/)reviews?[^/]*\.json$/i
const table = /\.(csv|tsv|txt|json)$/i

/** A file of a ZIP. Its name is read and never used as a path. */
type Entry = { name: string; bytes: number; open: () => Promise<Readable> }

/**
 * Copies what a ZIP has to import to a file: the reviews of a Google Takeout as one list, or the only table in it.
 * @param maxBytes of the unpacked contents; what claims less and is more is refused, too
 * @throws FileRefused
 */
export async function unpackZip(path: string, target: string, maxBytes: number): Promise<void> {
	const zip = await openZip(path)
	try {
		const entries = await listEntries(zip)
		const found = entries.filter(({ name }) => reviews.test(name))
		const tables = found.length > 0 ? found : entries.filter(({ name }) => table.test(name))
		const [first] = tables
		if (!first) throw new FileRefused('There are no reviews in this ZIP. A Google Takeout has them in reviews.json.')
		if (tables.length > 1 && found.length === 0)
			throw new FileRefused('This ZIP has several tables. Unpack it and import one after the other.')
		const source = tables.length > 1 ? joinLists(tables, maxBytes) : limit((await first.open()).iterator(), maxBytes)
		await pipeline(Readable.from(source, { objectMode: false }), createWriteStream(target, { mode: 0o600 }))
	} catch (error) {
		throw toRefusal(error)
	} finally {
		zip.close()
	}
}

function openZip(path: string): Promise<yauzl.ZipFile> {
	return new Promise((resolve, reject) =>
		yauzl.open(path, { lazyEntries: true, autoClose: false }, (error, zip) =>
			zip ? resolve(zip) : reject(toRefusal(error)),
		),
	)
}

function listEntries(zip: yauzl.ZipFile): Promise<Entry[]> {
	const entries: Entry[] = []
	return new Promise((resolve, reject) => {
		zip.on('error', reject)
		zip.on('end', () => resolve(entries))
		zip.on('entry', (entry: yauzl.Entry) => {
			const { fileName: name, uncompressedSize: bytes } = entry
			entries.push({ name, bytes, open: () => openEntry(zip, entry) })
			if (entries.length > maxEntries) reject(new FileRefused(`This ZIP has more than ${maxEntries} files.`))
			else zip.readEntry()
		})
		zip.readEntry()
	})
}

function openEntry(zip: yauzl.ZipFile, entry: yauzl.Entry): Promise<Readable> {
	return new Promise((resolve, reject) =>
		zip.openReadStream(entry, (error, stream) => (stream ? resolve(stream) : reject(error))),
	)
}

async function* limit(chunks: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
	let size = 0
	for await (const chunk of chunks) {
		size += chunk.length
		if (size > maxBytes)
			throw new FileRefused(`What this ZIP holds is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB.`)
		yield chunk
	}
}

/** The lists of several files in one object. The name repeats, which the reader of a stream does not mind. */
async function* joinLists(entries: readonly Entry[], maxBytes: number): AsyncGenerator<Buffer> {
	let left = maxBytes
	yield Buffer.from('{')
	let isFirst = true
	for (const entry of entries) {
		const parts: Buffer[] = []
		for await (const chunk of limit((await entry.open()).iterator(), left)) parts.push(chunk)
		const text = Buffer.concat(parts)
		left -= text.length
		for (const list of listsOf(text)) {
			yield Buffer.from(`${isFirst ? '' : ','}"reviews":`)
			yield Buffer.from(list)
			isFirst = false
		}
	}
	yield Buffer.from('}')
}

/** The lists of one file as JSON; none of a file that is no JSON. */
function listsOf(text: Buffer): string[] {
	try {
		const value: unknown = JSON.parse(text.toString('utf8').replace(/^\ufeff/, ''))
		if (Array.isArray(value)) return [JSON.stringify(value)]
		return Object.values(value as object)
			.filter(Array.isArray)
			.map((list) => JSON.stringify(list))
	} catch {
		return []
	}
}

function toRefusal(error: unknown): unknown {
	if (error instanceof FileRefused || !(error instanceof Error) || (error as NodeJS.ErrnoException).syscall)
		return error
	return new FileRefused('This ZIP cannot be read: it is damaged or was cut.', { cause: error })
}
