import type { FileStore } from '#platform/media/files/file-store.ts'
import type { Tx } from '#platform/pg/db.ts'
import type { FileLine } from './archive-format.ts'
import { archiveFiles } from './queries.ts'
import { jsonLine } from './write-tables.ts'
import type { ZipWriter } from './zip-writer.ts'

/** `sizes` has the files whose size is another than their row says; null for missing ones. */
export type WrittenFiles = { count: number; bytes: number; missing: number; sizes: Map<string, number | null> }

type FileRow = { name: string; version: string; metadata: Record<string, unknown> | null; created_at: string }

const buckets = ['brand', 'photos', 'recordings'] as const

/** Adds the files of a space to an archive. A file that was erased since the snapshot is counted as missing. */
export async function writeFiles(
	tx: Tx,
	files: FileStore,
	space: string,
	zip: ZipWriter,
	written: WrittenFiles,
): Promise<void> {
	for await (const { row, entry } of eachFile(tx, space)) {
		// With a range, the store reads into a buffer of the size of the file.
		const size = sizeOf(row)
		const source = await files.read(row.version, size > 0 ? { from: 0, to: size - 1 } : undefined)
		if (!source) {
			written.missing++
			written.sizes.set(entry, null)
			continue
		}
		// Pictures and recordings are compressed already.
		const bytes = await zip.add(entry, source, false)
		written.count++
		written.bytes += bytes
		if (bytes !== size) written.sizes.set(entry, bytes)
	}
}

/** The lines of files.jsonl, after all files were written. */
export async function* archivedFiles(tx: Tx, space: string, { sizes }: WrittenFiles): AsyncGenerator<Buffer> {
	for await (const { bucket, row, entry } of eachFile(tx, space)) {
		const size = sizes.get(entry)
		const line: FileLine = {
			file: size === null ? null : entry,
			bucket,
			name: row.name,
			bytes: size ?? sizeOf(row),
			created_at: row.created_at,
			metadata: row.metadata ?? {},
		}
		yield jsonLine(line)
	}
}

const sizeOf = ({ metadata }: FileRow) => Number(metadata?.size ?? 0)

async function* eachFile(tx: Tx, space: string) {
	let number = 0
	for (const bucket of buckets) {
		let after: string | null = null
		for (;;) {
			const rows: FileRow[] = await tx.query<FileRow>(archiveFiles(space, bucket, after))
			for (const row of rows) {
				number++
				yield { bucket, row, entry: `media/${bucket}/${isPlain(row.name) ? row.name : `${space}/file-${number}`}` }
			}
			after = rows.at(-1)?.name ?? null
			if (after === null) break
		}
	}
}

/** Members name the files of the brand as they like; in the archive, a name must be safe on every system. */
const isPlain = (name: string) =>
	/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(name) && name.length <= 200 && !/\/file-\d+$/.test(name)
