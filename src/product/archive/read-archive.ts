import { z } from 'zod'
import { parseShallowJson } from '#platform/http/body/json-depth.ts'
import { archiveLimits } from '#shared/parser-limits.ts'
import { ArchiveError, atLine } from './archive-error.ts'
import {
	archiveFormat,
	archiveVersion,
	checksumsName,
	type Manifest,
	manifestName,
	readmeName,
} from './archive-format.ts'
import type { ZipReader } from './zip-reader.ts'

/** An archive whose manifest was read. What it yields has been compared with its checksum once it is read to its end. */
export type Archive = {
	manifest: Manifest
	/** Sizes by name. */
	sizes: ReadonlyMap<string, number>
	/** The names of what was not read to its end: unchecked, and no part of the space. */
	unread(): string[]
	bytes(name: string): AsyncGenerator<Buffer>
	/** Each line with its number and value. */
	lines(name: string): AsyncGenerator<ArchiveLine>
}
export type ArchiveLine = { number: number; text: string; value: Record<string, unknown> }

const size = z.object({ rows: z.int().min(0), bytes: z.int().min(0) })
const manifestSchema = z.object({
	format: z.literal(archiveFormat),
	version: z.int(),
	plaudit: z.string(),
	made_at: z.iso.datetime(),
	site_url: z.string(),
	space: z.object({ id: z.uuid(), name: z.string(), slug: z.string() }),
	with_emails: z.boolean(),
	tables: z.record(z.string(), size.extend({ columns: z.array(z.string()) })),
	members: size,
	files: z.object({ count: z.int().min(0), bytes: z.int().min(0), missing: z.int().min(0) }),
})

/**
 * Reads the manifest and the checksums of an archive.
 * @param onRead is told how many bytes each chunk has; what it throws ends the reading
 * @throws ArchiveError when it is none, newer, or incomplete
 */
export async function readArchive(zip: ZipReader, onRead: (bytes: number) => void = () => {}): Promise<Archive> {
	const manifest = parseManifest(await readWhole(zip, manifestName, archiveLimits.manifestBytes))
	const sums = await readChecksums(zip)
	for (const name of zip.sizes.keys())
		if (name !== checksumsName && !sums.has(name))
			throw new ArchiveError(`${checksumsName} does not name ${name}.`, { problem: 'altered' })
	for (const name of sums.keys())
		if (!zip.sizes.has(name)) throw new ArchiveError(`${name} is missing from the archive.`, { problem: 'cut' })

	const unread = new Set(sums.keys())
	async function* bytes(name: string): AsyncGenerator<Buffer> {
		const { sha256 } = yield* counted(zip.read(name), onRead)
		if (sums.get(name) !== sha256)
			throw new ArchiveError(`${name} was changed: it does not match its checksum.`, { problem: 'altered' })
		unread.delete(name)
	}
	for await (const _ of bytes(manifestName));
	if (sums.has(readmeName)) for await (const _ of bytes(readmeName));

	async function* lines(name: string): AsyncGenerator<ArchiveLine> {
		let rest: Buffer[] = []
		let length = 0
		let number = 0
		const take = (last: Buffer): ArchiveLine => {
			number++
			const text = Buffer.concat([...rest, last]).toString('utf8')
			rest = []
			length = 0
			return { number, text, value: parseLine(name, number, text) }
		}
		for await (const chunk of bytes(name)) {
			let from = 0
			for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
				yield take(chunk.subarray(from, end))
				from = end + 1
			}
			length += chunk.length - from
			if (length > archiveLimits.lineBytes) throw atLine(name, number + 1, 'it is longer than any row.')
			if (from < chunk.length) rest.push(chunk.subarray(from))
		}
		if (length > 0) yield take(Buffer.alloc(0))
	}
	return { manifest, sizes: zip.sizes, unread: () => [...unread], bytes, lines }
}

type EntryBytes = ReturnType<ZipReader['read']>

async function* counted(source: EntryBytes, onRead: (bytes: number) => void): EntryBytes {
	try {
		for (;;) {
			const next = await source.next()
			if (next.done) return next.value
			onRead(next.value.length)
			yield next.value
		}
	} finally {
		await source.return({ sha256: '' })
	}
}

async function readWhole(zip: ZipReader, name: string, maxBytes: number): Promise<string> {
	const declared = zip.sizes.get(name)
	if (declared === undefined)
		throw new ArchiveError(`This is no archive of Plaudit: there is no ${name} in it.`, { problem: 'no_archive' })
	if (declared > maxBytes) throw new ArchiveError(`${name} is larger than it may be.`)
	const chunks: Buffer[] = []
	for await (const chunk of zip.read(name)) chunks.push(chunk)
	return Buffer.concat(chunks).toString('utf8')
}

function parseManifest(text: string): Manifest {
	let value: unknown
	try {
		value = parseShallowJson(text)
	} catch (error) {
		throw new ArchiveError(`${manifestName} is not JSON.`, { cause: error })
	}
	const { format, version } = (value ?? {}) as { format?: unknown; version?: unknown }
	if (format !== archiveFormat) throw new ArchiveError('This is no archive of Plaudit.', { problem: 'no_archive' })
	if (typeof version === 'number' && version > archiveVersion)
		throw new ArchiveError(
			`The archive was made by a newer Plaudit: its format is version ${version}, and this one reads up to ${archiveVersion}. Update Plaudit first.`,
			{ problem: 'newer' },
		)
	const parsed = manifestSchema.safeParse(value)
	if (parsed.success) return parsed.data
	const [issue] = parsed.error.issues
	throw new ArchiveError(`${manifestName}: ${issue?.path.join('.')}: ${issue?.message}.`)
}

async function readChecksums(zip: ZipReader): Promise<Map<string, string>> {
	const text = await readWhole(zip, checksumsName, archiveLimits.checksumBytes * (zip.sizes.size + 1))
	const sums = new Map<string, string>()
	for (const [at, line] of text.trimEnd().split('\n').entries()) {
		const [, sum, name] = /^([0-9a-f]{64}) [ *](.+)$/.exec(line) ?? []
		if (!sum || !name) throw atLine(checksumsName, at + 1, 'this is not a checksum and a name.')
		if (sums.has(name)) throw atLine(checksumsName, at + 1, `${name} is named twice.`)
		sums.set(name, sum)
	}
	return sums
}

function parseLine(name: string, number: number, text: string): Record<string, unknown> {
	let value: unknown
	try {
		value = parseShallowJson(text)
	} catch (error) {
		throw atLine(name, number, 'it is not JSON.', error)
	}
	if (typeof value !== 'object' || value === null || Array.isArray(value))
		throw atLine(name, number, 'it is not a JSON object.')
	return value as Record<string, unknown>
}
