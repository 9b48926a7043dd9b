import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { createEtag } from '#platform/media/files/file-etag.ts'
import {
	type FileStore,
	FileTooLarge,
	isVersion,
	type PutOptions,
	requireVersion,
	type Source,
	type StoredFile,
	toStorageFull,
} from '#platform/media/files/file-store.ts'
import { requireFreeSpace } from '#platform/media/files/free-space.ts'
import { pipe } from '#platform/media/files/pipe.ts'
import { removeAbandonedFiles } from '#platform/media/files/temp-file.ts'
import { createDiskMultipartUploads } from './disk-multipart-upload.ts'
import { diskPaths, moveIntoPlace } from './disk-paths.ts'
import { FileSink, type SinkOptions } from './file-sink.ts'

/** Read buffer of one reader; a smaller one costs more event loop turns than memory. */
const readBufferBytes = 256 * 1024
/** Size of the file that tests whether the disk is writable. */
const probeBytes = 64 * 1024

/**
 * File store in a folder: files are written aside, synced, then moved into place.
 * @param minFreeBytes disk space to keep free
 */
export function createDiskStore(root: string, minFreeBytes: number): FileStore {
	const paths = diskPaths(root)
	const checkSpace = (bytes = 0) => requireFreeSpace(root, bytes, minFreeBytes)
	let ready: Promise<void> | undefined
	const prepare = async () => {
		await mkdir(paths.incoming, { recursive: true, mode: 0o700 })
		await removeAbandonedFiles(paths.incoming)
	}
	const prepared = () => {
		ready ??= prepare().catch((error) => {
			ready = undefined
			throw error
		})
		return ready
	}

	async function put(source: Source, maxBytes: number, options: PutOptions = {}) {
		const { expected = 0, version = randomUUID(), releaseBuffers = false } = options
		if (expected > maxBytes) throw new FileTooLarge(`more than ${maxBytes} bytes`)
		const temporary = join(paths.incoming, requireVersion(version))
		try {
			await prepared()
			await checkSpace(expected)
			const written = await writeNew(temporary, version, source, { maxBytes, checkSpace, releaseBuffers })
			await moveIntoPlace(temporary, paths.fileOf(version))
			return written
		} catch (error) {
			await rm(temporary, { force: true })
			throw toStorageFull(error)
		}
	}

	async function read(version: string, range?: { from: number; to: number }) {
		const part = range ? { start: range.from, end: range.to } : {}
		const stream = createReadStream(paths.fileOf(version), { ...part, highWaterMark: readBufferBytes })
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
		async listShard(start) {
			const folder = join(root, start)
			const names = (await readdir(folder).catch(() => [])).filter(isVersion)
			const found = await Promise.all(
				names.map(async (version) => ({
					version,
					since: (await stat(join(folder, version)).catch(() => undefined))?.mtimeMs,
				})),
			)
			// A file that vanished during the listing is no orphan.
			return found.flatMap(({ version, since }) => (since === undefined ? [] : { version, since }))
		},
		async remove(versions) {
			for (const version of versions) await rm(paths.fileOf(version), { force: true })
		},
		async requireWritable() {
			const path = join(paths.incoming, 'probe')
			try {
				await prepared()
				await checkSpace()
				await writeProbe(path)
			} catch (error) {
				throw toStorageFull(error)
			} finally {
				await rm(path, { force: true }).catch(() => {})
			}
		},
		multipartUploads: createDiskMultipartUploads(paths, checkSpace),
	}
}

/** A new file each time: an existing one would be overwritten in place even on a full disk. */
async function writeProbe(path: string): Promise<void> {
	const file = await open(path, 'w', 0o600)
	try {
		await file.writeFile(Buffer.alloc(probeBytes, 1))
		await file.datasync()
	} finally {
		await file.close()
	}
}

async function writeNew(path: string, version: string, source: Source, writing: SinkOptions): Promise<StoredFile> {
	const etag = createEtag()
	const file = await open(path, 'w', 0o600)
	try {
		const sink = new FileSink(file, { ...writing, onChunk: etag.note })
		await pipe(source, sink)
		return { version, size: sink.size, etag: etag.of(version) }
	} finally {
		await file.close()
	}
}
