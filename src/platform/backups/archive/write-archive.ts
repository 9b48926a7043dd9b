import { createHash, type Hash } from 'node:crypto'
import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { createTarPacker } from 'modern-tar'
import { encrypt } from '#platform/backups/encryption.ts'
import { type ArchiveEntry, textEntry } from './archive-entry.ts'

type Bytes = AsyncIterable<Uint8Array>

/** Last but one in an archive: the SHA-256 of each file before it, as `sha256sum` writes them. */
export const checksumsName = 'files.sha256'

/**
 * Packs entries into a compressed archive (tar, gzip), and encrypts it when there is a key. The checksums follow the entries,
 * and `last` comes at the end: an archive without it is not complete.
 */
export function writeArchive(
	entries: AsyncIterable<ArchiveEntry>,
	last: () => ArchiveEntry,
	key: string | undefined,
): Bytes {
	// The fastest level: recordings and pictures are compressed already.
	const compressed = through(pack(withChecksums(entries, last)), createGzip({ level: 1, chunkSize: 256 * 1024 }))
	return key ? encrypt(compressed, key) : compressed
}

/** Sends a stream through a transformation; an error of either ends both. */
export async function* through(source: Bytes, transform: Transform): Bytes {
	const piping = pipeline(Readable.from(source), transform)
	piping.catch(() => {})
	yield* transform
	await piping
}

async function* withChecksums(entries: AsyncIterable<ArchiveEntry>, last: () => ArchiveEntry) {
	const lines: string[] = []
	for await (const entry of entries) {
		if (entry.kind === 'folder') {
			yield entry
			continue
		}
		const hash = createHash('sha256')
		yield { ...entry, content: hashed(entry.content, hash) }
		lines.push(`${hash.digest('hex')}  ${entry.path}\n`)
	}
	yield textEntry(checksumsName, lines.join(''))
	yield last()
}

/** Passes a stream on, and adds its bytes to a hash. */
export async function* hashed(source: Bytes, hash: Hash): Bytes {
	for await (const chunk of source) {
		hash.update(chunk)
		yield chunk
	}
}

function pack(entries: AsyncIterable<ArchiveEntry>): Bytes {
	const { readable, controller } = createTarPacker()
	packAll(entries, controller).catch((error) => controller.error(error))
	return readable
}

async function packAll(
	entries: AsyncIterable<ArchiveEntry>,
	controller: ReturnType<typeof createTarPacker>['controller'],
): Promise<void> {
	for await (const entry of entries) {
		const { path, mode, mtime } = entry
		const isFolder = entry.kind === 'folder'
		const body = controller.add({
			name: isFolder ? `${path}/` : path,
			type: isFolder ? 'directory' : 'file',
			size: isFolder ? 0 : entry.size,
			mode,
			mtime,
		})
		const writer = body.getWriter()
		if (!isFolder) for await (const chunk of entry.content) await writer.write(chunk)
		await writer.close()
	}
	controller.finalize()
}
