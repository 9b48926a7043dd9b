import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { createDiskPartials } from './disk-partials.ts'
import { placesUnder, shelve } from './disk-places.ts'
import { requireSpace, wordFull } from './disk-space.ts'
import { createEtag } from './etag-of.ts'
import { FileSink, type Writing } from './file-sink.ts'
import {
	type FileStore,
	FileTooLarge,
	isVersion,
	type PutOptions,
	requireVersion,
	type Source,
	type StoredFile,
} from './file-store.ts'
import { pour } from './pour.ts'
import { removeAbandoned } from './spool.ts'

/** Bytes that one reader has in memory; fewer would cost more turns than bytes. */
const readAhead = 256 * 1024
/** Size of the file that shows whether the disk can be written. */
const probeBytes = 64 * 1024

/**
 * Files in a folder: written aside, synced, then moved to their place.
 * @param leastFree bytes that stay free on the disk
 */
export function createDiskStore(root: string, leastFree: number): FileStore {
	const places = placesUnder(root)
	const look = (bytes = 0) => requireSpace(root, leastFree, bytes)
	let ready: Promise<void> | undefined
	const prepare = async () => {
		await mkdir(places.incoming, { recursive: true, mode: 0o700 })
		await removeAbandoned(places.incoming)
	}
	const prepared = () => {
		ready ??= prepare().catch((error) => {
			ready = undefined
			throw error
		})
		return ready
	}

	async function put(source: Source, most: number, options: PutOptions = {}) {
		const { expected = 0, version = randomUUID(), isSpent = false } = options
		if (expected > most) throw new FileTooLarge(`more than ${most} bytes`)
		const temporary = join(places.incoming, requireVersion(version))
		try {
			await prepared()
			await look(expected)
			const written = await writeNew(temporary, version, source, { most, look, isSpent })
			await shelve(places, temporary, version)
			return written
		} catch (error) {
			await rm(temporary, { force: true })
			throw wordFull(error)
		}
	}

	async function read(version: string, range?: { from: number; to: number }) {
		const options = range ? { start: range.from, end: range.to } : {}
		const stream = createReadStream(places.fileOf(version), {
			...options,
			highWaterMark: readAhead,
		})
		return new Promise<Readable | undefined>((resolve, reject) => {
			stream.once('open', () => resolve(stream))
			stream.once('error', (error: NodeJS.ErrnoException) =>
				error.code === 'ENOENT' ? resolve(undefined) : reject(error),
			)
		})
	}

	return {
		put,
		read,
		async copy(version) {
			const source = await read(version)
			return source && put(source, Number.POSITIVE_INFINITY)
		},
		async shelf(start) {
			const folder = join(root, start)
			const names = (await readdir(folder).catch(() => [])).filter(isVersion)
			const found = await Promise.all(
				names.map(async (version) => ({
					version,
					since: (await stat(join(folder, version)).catch(() => undefined))?.mtimeMs,
				})),
			)
			// What vanished while we looked is nobody's orphan.
			return found.flatMap(({ version, since }) => (since === undefined ? [] : { version, since }))
		},
		async remove(versions) {
			for (const version of versions) await rm(places.fileOf(version), { force: true })
		},
		async requireWritable() {
			const path = join(places.incoming, 'probe')
			try {
				await prepared()
				await writeProbe(path)
			} catch (error) {
				throw wordFull(error)
			} finally {
				await rm(path, { force: true }).catch(() => {})
			}
		},
		partials: createDiskPartials(places, look),
	}
}

/** Written new each time: what lies there already would be overwritten in place even on a full disk. */
async function writeProbe(path: string): Promise<void> {
	const file = await open(path, 'w', 0o600)
	try {
		await file.writeFile(Buffer.alloc(probeBytes, 1))
		await file.datasync()
	} finally {
		await file.close()
	}
}

async function writeNew(
	path: string,
	version: string,
	source: Source,
	writing: Writing,
): Promise<StoredFile> {
	const etag = createEtag()
	const file = await open(path, 'w', 0o600)
	try {
		const sink = new FileSink(file, { ...writing, note: etag.note })
		await pour(source, sink)
		return { version, size: sink.size, etag: etag.of(version) }
	} finally {
		await file.close()
	}
}
