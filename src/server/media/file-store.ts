import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Config } from '#server/config.ts'

/** Bytes as they come: a request's body, a part of a form, a buffer in an array. */
export type Source = AsyncIterable<Uint8Array> | Iterable<Uint8Array>
/** What was written. `version` names the bytes from now on; `etag` is their MD5, as S3 would have it. */
export type StoredFile = { version: string; size: number; etag: string }

/** Where the bytes of stored objects lie. A file is written once and never changed. */
export type FileStore = {
	/**
	 * Writes a stream durably. On any failure nothing is left behind.
	 * @param most bytes
	 * @param expected bytes announced by the sender, if it said
	 * @throws FileTooLarge, StorageFull, or whatever the source threw
	 */
	put(source: Source, most: number, expected?: number): Promise<StoredFile>
	/** Bytes `from` to `to`, both included; the whole without them. Nothing when there is no such file. */
	read(version: string, range?: { from: number; to: number }): Promise<Readable | undefined>
	/** A second, independent file of the same bytes. */
	copy(version: string): Promise<StoredFile | undefined>
	/** Names all files that are older than some milliseconds, some at a time. */
	olderThan(milliseconds: number): AsyncIterable<string[]>
	/** Deletes files; those that are gone already are no error. */
	remove(versions: readonly string[]): Promise<void>
}

/** The stream had more bytes than allowed. */
export class FileTooLarge extends Error {}
/** Less space is left than the operator wants to keep free. */
export class StorageFull extends Error {}

const checkSpaceEvery = 32 * 1024 * 1024
const versionForm = /^[0-9a-f]{8}-[0-9a-f-]{27}$/
const abandonedAfter = 24 * 3_600_000

/** Opens `DATA_DIR/storage`. Names of the outside world never become names of files: a version is all there is. */
export function createFileStore(config: Config): FileStore {
	if (config.S3_BUCKET)
		throw new Error('Storing files in S3 is not available yet. Unset the S3 settings.')
	const root = join(config.DATA_DIR, 'storage')
	const incoming = join(root, 'incoming')
	const leastFree = config.MIN_FREE_DISK_MB * 1024 * 1024
	let ready: Promise<void> | undefined

	const place = (version: string) => {
		if (!versionForm.test(version)) throw new Error('not a version of a stored file')
		return join(root, version.slice(0, 2), version)
	}

	async function requireSpace(bytes: number): Promise<void> {
		const disk = await statfs(root)
		if (disk.bavail * disk.bsize - bytes < leastFree)
			throw new StorageFull('less disk space is left than MIN_FREE_DISK_MB')
	}

	async function prepare(): Promise<void> {
		await mkdir(incoming, { recursive: true, mode: 0o700 })
		for (const name of await readdir(incoming)) {
			const left = await stat(join(incoming, name)).catch(() => undefined)
			if (left && Date.now() - left.mtimeMs > abandonedAfter)
				await rm(join(incoming, name), { force: true })
		}
	}

	async function put(source: Source, most: number, expected = 0): Promise<StoredFile> {
		if (expected > most) throw new FileTooLarge(`more than ${most} bytes`)
		ready ??= prepare().catch((error) => {
			ready = undefined
			throw error
		})
		await ready
		await requireSpace(expected)
		const version = randomUUID()
		const temporary = join(incoming, version)
		try {
			const written = await write(temporary, source, most, requireSpace)
			const folder = join(root, version.slice(0, 2))
			await mkdir(folder, { recursive: true, mode: 0o700 })
			await rename(temporary, place(version))
			await syncFolder(folder)
			return { version, ...written }
		} catch (error) {
			await rm(temporary, { force: true })
			throw isOutOfSpace(error) ? new StorageFull('the disk is full', { cause: error }) : error
		}
	}

	async function read(version: string, range?: { from: number; to: number }) {
		const options = range ? { start: range.from, end: range.to } : {}
		const stream = createReadStream(place(version), options)
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
		async *olderThan(milliseconds) {
			for (const folder of await readdir(root).catch(() => [])) {
				if (!/^[0-9a-f]{2}$/.test(folder)) continue
				const old: string[] = []
				for (const version of await readdir(join(root, folder))) {
					const file = await stat(join(root, folder, version)).catch(() => undefined)
					const isOld = file && Date.now() - file.mtimeMs > milliseconds
					if (isOld && versionForm.test(version)) old.push(version)
				}
				if (old.length > 0) yield old
			}
		},
		async remove(versions) {
			for (const version of versions) await rm(place(version), { force: true })
		},
	}
}

async function write(
	path: string,
	source: Source,
	most: number,
	requireSpace: (bytes: number) => Promise<void>,
): Promise<{ size: number; etag: string }> {
	const hash = createHash('md5')
	let size = 0
	let checkedAt = 0
	const file = await open(path, 'wx', 0o600)
	try {
		for await (const chunk of source) {
			size += chunk.length
			if (size > most) throw new FileTooLarge(`more than ${most} bytes`)
			if (size - checkedAt > checkSpaceEvery) {
				await requireSpace(0)
				checkedAt = size
			}
			hash.update(chunk)
			await file.writeFile(chunk)
		}
		await file.sync()
	} finally {
		await file.close()
	}
	return { size, etag: hash.digest('hex') }
}

/** The name is durable only when its folder is. */
async function syncFolder(folder: string): Promise<void> {
	const handle = await open(folder, 'r')
	try {
		await handle.sync()
	} finally {
		await handle.close()
	}
}

function isOutOfSpace(error: unknown): boolean {
	const { code } = error as NodeJS.ErrnoException
	return code === 'ENOSPC' || code === 'EDQUOT'
}
