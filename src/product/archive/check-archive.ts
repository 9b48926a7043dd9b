import { releaseBuffer } from '#platform/http/release-buffer.ts'
import { ArchiveError } from './archive-error.ts'
import type { Manifest } from './archive-format.ts'
import { type Archive, readArchive } from './read-archive.ts'
import type { ZipReader } from './zip-reader.ts'

/** Reads all of an archive and compares it with its checksums. @throws ArchiveError that names what is wrong */
export async function checkArchive(zip: ZipReader): Promise<Manifest> {
	const archive = await readArchive(zip)
	await readAll(archive)
	return archive.manifest
}

/** Reads what of an archive was not read yet, and compares it with its checksums. @throws ArchiveError */
export async function readAll(archive: Archive): Promise<void> {
	for (const name of archive.unread()) {
		if (name.endsWith('.jsonl')) for await (const _ of archive.lines(name));
		// The files are most of the archive, and their buffers would be garbage for seconds.
		else for await (const chunk of archive.bytes(name)) releaseBuffer(chunk)
	}
	const [unread] = archive.unread()
	if (unread !== undefined) throw new ArchiveError(`${unread} cannot be read.`)
}
