import { randomUUID } from 'node:crypto'
import type { Deps } from '#platform/deps.ts'
import { StorageFull } from '#platform/media/files/file-store.ts'
import type { Tx } from '#platform/pg/db.ts'
import { Semaphore } from '#platform/semaphore.ts'
import { service } from '#product/run-query.ts'
import { ArchiveError, atLine } from './archive-error.ts'
import { type FileLine, filesName } from './archive-format.ts'
import { withKnownType } from './file-types.ts'
import { restoreFiles } from './queries.ts'
import type { Archive, ArchiveLine } from './read-archive.ts'

/** Job that deletes those of some stored files that no row names: an import was ended before it could do so itself. */
export const unusedFilesJob = 'remove_unused_files'
const unusedAfterSeconds = 24 * 3600
const batchSize = 100
/** Each file is synced to the disk, which several wait for together. */
const writersAtOnce = 8
const buckets = ['brand', 'photos', 'recordings']

/**
 * Stores the files of an archive and adds their rows.
 * @param stored receives the versions, which the caller removes when the import fails
 * @param mayBeAnything whether the types of the files are read from their first bytes
 * @throws ArchiveError, StorageFull
 */
export async function restoreAllFiles(
	{ db, files, jobs }: Pick<Deps, 'db' | 'files' | 'jobs'>,
	tx: Tx,
	archive: Archive,
	stored: string[],
	mayBeAnything = false,
): Promise<number> {
	const writers = new Semaphore(writersAtOnce)
	let count = 0
	let batch: (FileLine & { version: string })[] = []
	const flush = async () => {
		if (batch.length === 0) return
		const versions = batch.map(({ version }) => version)
		// Committed before the first byte: a killed import leaves nothing behind.
		await db.as(service, (other) => other.final(jobs.enqueue(unusedFilesJob, { versions }, unusedAfterSeconds)))
		const store = async (line: (typeof batch)[number]) => {
			const { file, bytes, version } = line
			if (file === null) return
			stored.push(version)
			const source = mayBeAnything ? withKnownType(archive.bytes(file), line, file) : archive.bytes(file)
			await files
				.put(source, bytes, { expected: bytes, version, releaseBuffers: !mayBeAnything })
				.catch((error) => throwNamed(file, error))
			count++
		}
		// All have ended before a failure removes what was stored.
		const outcomes = await Promise.allSettled(batch.map((file) => writers.run(() => store(file))))
		const failed = outcomes.find((outcome) => outcome.status === 'rejected')
		if (failed) throw failed.reason
		const rows = batch.filter(({ file }) => file !== null)
		await tx.query(
			restoreFiles(
				archive.manifest.space.id,
				rows.map(({ file: _, bytes: __, ...row }) => row),
			),
		)
		batch = []
	}
	const named = new Set<string>()
	for await (const line of archive.lines(filesName)) {
		const file = parseFile(archive, line)
		if (file.file !== null && named.has(file.file)) throw atLine(filesName, line.number, `${file.file} is named twice.`)
		if (file.file !== null) named.add(file.file)
		batch.push({ ...file, version: randomUUID() })
		if (batch.length >= batchSize) await flush()
	}
	await flush()
	if (count !== archive.manifest.files.count)
		throw new ArchiveError(`${filesName} has ${count} files, and the manifest names ${archive.manifest.files.count}.`)
	return count
}

function parseFile({ manifest, sizes }: Archive, { number, value }: ArchiveLine): FileLine {
	const { file, bucket, name, bytes, created_at, metadata } = value as FileLine
	const isOfSpace = typeof name === 'string' && name.startsWith(`${manifest.space.id}/`) && !name.includes('\0')
	if (!buckets.includes(bucket) || !isOfSpace) throw atLine(filesName, number, 'this is not a file of the space.')
	if (file !== null && typeof file !== 'string') throw atLine(filesName, number, '"file" is not a name.')
	if (!Number.isSafeInteger(bytes) || bytes < 0) throw atLine(filesName, number, '"bytes" is not a size.')
	if (typeof metadata !== 'object' || metadata === null || Number.isNaN(Date.parse(String(created_at))))
		throw atLine(filesName, number, 'the type or the date is missing.')
	if (file !== null && sizes.get(file) !== bytes)
		throw atLine(filesName, number, `${file} has ${sizes.get(file) ?? 'no'} bytes, not ${bytes}.`)
	return { file, bucket, name, bytes, created_at, metadata }
}

/** Throws the error of the archive, which the store wraps, or names the file for which the disk was too full. */
function throwNamed(file: string, error: unknown): never {
	const { cause } = error as { cause?: unknown }
	if (error instanceof StorageFull)
		throw new ArchiveError(`${file}: the disk is full. Nothing was imported.`, { problem: 'no_room', cause: error })
	throw cause instanceof ArchiveError ? cause : error
}
