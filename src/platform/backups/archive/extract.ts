import { chmod, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { writeSteadily } from '#platform/backups/steady-files.ts'
import type { BackupTarget } from '#platform/backups/target/backup-target.ts'
import type { ArchiveEntry } from './archive-entry.ts'
import { readArchive } from './read-archive.ts'

/** An archive and the key that opens it. */
export type ArchiveSource = { target: BackupTarget; name: string; key: string | undefined }

/**
 * Unpacks an archive into a folder. Each file is synced.
 * @param isWanted refused files are only compared with their checksums
 */
export async function extract(
	{ target, name, key }: ArchiveSource,
	folder: string,
	isWanted: (path: string) => boolean = () => true,
) {
	const counted = { files: 0, bytes: 0 }
	const manifest = await readArchive(target.read(name), name, key, async (entry) => {
		if (entry.kind === 'file') {
			counted.files++
			counted.bytes += entry.size
		}
		if (isWanted(entry.path)) await writeEntry(folder, entry)
		else if (entry.kind === 'file') for await (const _ of entry.content);
	})
	return { manifest, ...counted }
}

/** Writes an entry below a folder, and syncs it. */
export async function writeEntry(folder: string, entry: ArchiveEntry): Promise<void> {
	const path = join(folder, entry.path)
	if (entry.kind === 'folder') {
		await mkdir(path, { recursive: true, mode: entry.mode })
		return
	}
	await mkdir(dirname(path), { recursive: true, mode: 0o700 })
	await writeSteadily(path, entry.content, entry.mode)
	// The umask may have taken rights away.
	await chmod(path, entry.mode)
}
