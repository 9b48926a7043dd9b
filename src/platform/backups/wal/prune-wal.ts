import type { StoredBackup } from '#platform/backups/backup-names.ts'
import type { Retention } from '#platform/backups/retention.ts'
import type { BackupTarget } from '#platform/backups/target/backup-target.ts'
import { filesFolder, parseFileName } from './archive-files.ts'
import { parseSegmentName, walFolder } from './segment-names.ts'

const dayInMilliseconds = 86_400_000

/** Removes the write-ahead log and the files of before the backups of the kept days; older backups are restored as they are. */
export async function pruneWal(
	target: BackupTarget,
	backups: readonly StoredBackup[],
	{ days }: Retention,
	stream: string | undefined,
): Promise<void> {
	const recent = backups.filter(
		({ madeAt, manifest }, i) => manifest.wal && (i === 0 || Date.now() - Number(madeAt) < days * dayInMilliseconds),
	)
	const firsts = new Map<string, string>()
	for (const { manifest } of recent) {
		const { wal } = manifest
		if (wal && wal.first < (firsts.get(wal.stream) ?? 'g')) firsts.set(wal.stream, wal.first)
	}
	for (const { name } of await target.list(walFolder)) {
		const found = parseSegmentName(name)
		if (!found) continue
		const first = firsts.get(found.stream)
		// The first backup of a stream may still be running.
		const isNeeded = first ? found.segment >= first : found.stream === stream
		if (!isNeeded) await target.remove(name)
	}
	const since = Math.min(...recent.map(({ startedAt }) => Number(startedAt)))
	for (const { name } of await target.list(filesFolder)) {
		const found = parseFileName(name)
		if (found && found.archivedAt < since) await target.remove(name)
	}
}
