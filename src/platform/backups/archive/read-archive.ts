import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { createGunzip, type ZlibOptions } from 'node:zlib'
import { createTarDecoder } from 'modern-tar'
import { damaged, decrypt, encryptedEnding } from '#platform/backups/encryption.ts'
import { type Manifest, manifestName } from '#platform/backups/manifest.ts'
import { archiveLimits } from '#shared/parser-limits.ts'
import type { ArchiveEntry } from './archive-entry.ts'
import { readJson, readText } from './read-json.ts'
import { checksumsName, hashed, through } from './write-archive.ts'

type Bytes = AsyncIterable<Uint8Array>

/** Receives each entry; it must read the content to its end. */
export type EntryHandler = (entry: ArchiveEntry) => Promise<void>

/**
 * Reads an archive once, from its start, and compares every file with the checksums.
 * @throws Error naming the file when the key is another one, or bytes are missing or altered
 */
export async function readArchive(
	source: Bytes,
	name: string,
	key: string | undefined,
	handle: EntryHandler,
): Promise<Manifest> {
	const plain = name.endsWith(encryptedEnding) ? decrypt(source, key, name) : source
	const seen = new Map<string, string>()
	let checksums: string | undefined
	let manifest: Manifest | undefined
	for await (const entry of unpack(plain, name)) {
		if (entry.kind === 'folder') await handle(entry)
		else if (entry.path === checksumsName)
			checksums = await readText(entry.content, archiveLimits.checksumBytes * (seen.size + 1))
		else if (entry.path === manifestName)
			manifest = (await readJson(entry.content, archiveLimits.manifestBytes)) as Manifest
		else {
			const hash = createHash('sha256')
			await handle({ ...entry, content: hashed(entry.content, hash) })
			seen.set(entry.path, hash.digest('hex'))
		}
	}
	if (!manifest || checksums === undefined) throw damaged(name, new Error('its end is missing'))
	compare(seen, checksums, name)
	return manifest
}

async function* unpack(source: Bytes, name: string): AsyncGenerator<ArchiveEntry> {
	const decoder = createTarDecoder({ strict: true })
	const feeding = Readable.toWeb(Readable.from(unzip(source, name))).pipeTo(decoder.writable as WritableStream<unknown>)
	feeding.catch(() => {})
	for await (const { header, body } of decoder.readable) {
		const { name: path, size, mode = 0o600, mtime = new Date() } = header
		if (!isSafe(path)) throw damaged(name, new Error(`${path} leads out of the folder`))
		const facts = { path: path.replace(/\/$/, ''), mode, mtime }
		if (header.type === 'directory') yield { kind: 'folder', ...facts }
		else if (header.type === 'file') yield { kind: 'file', ...facts, size, content: body }
		else throw damaged(name, new Error(`${path} is a ${header.type}`))
	}
	await feeding
}

/**
 * Decompresses a file of a target. Errors of decompression mean damage; those of the target and of decryption say more themselves.
 * @param name of the file, for the error
 */
export async function* unzip(source: Bytes, name: string, options: ZlibOptions = {}): Bytes {
	try {
		yield* through(source, createGunzip(options))
	} catch (error) {
		const { code = '' } = error as NodeJS.ErrnoException
		throw code.startsWith('Z_') ? damaged(name, error) : error
	}
}

const isSafe = (path: string) => !path.startsWith('/') && !path.split(/[\\/]/).includes('..')

function compare(seen: ReadonlyMap<string, string>, checksums: string, name: string): void {
	const lines = checksums.split('\n').filter(Boolean)
	for (const line of lines) {
		const path = line.slice(66)
		if (seen.get(path) !== line.slice(0, 64)) throw damaged(name, new Error(`${path} differs from its checksum`))
	}
	if (lines.length !== seen.size) throw damaged(name, new Error('it has files without a checksum'))
}
