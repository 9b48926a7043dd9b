import { appendFile, mkdir, open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { unzip } from '#platform/backups/archive/read-archive.ts'
import { decrypt, encryptedEnding } from '#platform/backups/encryption.ts'
import type { Manifest } from '#platform/backups/manifest.ts'
import type { BackupTarget } from '#platform/backups/target/backup-target.ts'
import { diskPaths } from '#platform/media/disk/disk-paths.ts'
import { filesFolder, parseFileName } from './archive-files.ts'
import { type ArchivedSegment, parseSegmentName, walFolder } from './segment-names.ts'

const settingsFile = 'postgresql.auto.conf'
const mark = '\n# plaudit restore\n'
/** Zeros of this size become holes: a segment that was completed early is mostly empty. */
const holeSize = 64 * 1024

/** The segments of a backup's stream that are needed up to a moment, in order. @throws Error when one is missing */
export async function findSegments(
	target: BackupTarget,
	{ wal }: Manifest,
	until: Date | undefined,
): Promise<ArchivedSegment[]> {
	if (!wal) return []
	const all = (await target.list(walFolder))
		.map(({ name }) => parseSegmentName(name))
		.filter((found) => found !== undefined)
		.filter(({ stream, segment }) => stream === wal.stream && segment >= wal.first)
	// A segment that was archived twice is the same.
	const unique = new Map(all.map((found) => [found.segment, found]))
	const ordered = [...unique.values()].sort((a, b) => (a.segment < b.segment ? -1 : 1))
	const last = until ? ordered.findIndex(({ archivedAt }) => archivedAt > Number(until)) : -1
	return last < 0 ? ordered : ordered.slice(0, last + 2)
}

/** Puts segments into an unpacked cluster and makes its next start recover them. */
export async function addSegments(
	target: BackupTarget,
	segments: readonly ArchivedSegment[],
	folder: string,
	key: string | undefined,
): Promise<void> {
	for (const { name, segment } of segments)
		await writeSparse(join(folder, 'postgres', 'pg_wal', segment), read(target, name, key))
}

function read(target: BackupTarget, name: string, key: string | undefined): AsyncIterable<Uint8Array> {
	const source = target.read(name)
	const plain = name.endsWith(encryptedEnding) ? decrypt(source, key, name) : source
	return name.includes('.gz') ? unzip(plain, name, { chunkSize: holeSize }) : plain
}

async function writeSparse(path: string, source: AsyncIterable<Uint8Array>): Promise<void> {
	const file = await open(path, 'w', 0o600)
	try {
		let at = 0
		for await (const chunk of source) {
			if (chunk.some((byte) => byte !== 0)) await file.write(chunk, 0, chunk.length, at)
			at += chunk.length
		}
		await file.truncate(at)
		await file.sync()
	} finally {
		await file.close()
	}
}

/** Makes the next start of an unpacked cluster read its whole log, or up to a moment. */
export async function askForRecovery(folder: string, until: Date | undefined): Promise<void> {
	const cluster = join(folder, 'postgres')
	const settings: Record<string, string> = {
		// The segments are in pg_wal already.
		restore_command: 'exit 1',
		recovery_target_timeline: 'current',
		hot_standby: 'off',
		...(until ? { recovery_target_time: inPostgres(until), recovery_target_action: 'promote' } : {}),
	}
	await endRecovery(folder)
	const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`)
	await appendFile(join(cluster, settingsFile), mark + lines.join(''))
	await writeFile(join(cluster, 'recovery.signal'), '', { mode: 0o600 })
}

/** Settings are read before the abbreviations of time zones, of which Z is one. */
const inPostgres = (moment: Date) => moment.toISOString().replace('T', ' ').replace('Z', '+00')

/** Removes the settings of a recovery, after it or before another attempt. */
export async function endRecovery(folder: string): Promise<void> {
	const path = join(folder, 'postgres', settingsFile)
	const text = await readFile(path, 'utf8')
	const [own = ''] = text.split(mark)
	if (own !== text) await writeFile(path, own)
	await rm(join(folder, 'postgres', 'recovery.signal'), { force: true })
}

/** Adds the uploaded files that were archived after a backup and before a moment. */
export async function addFiles(
	target: BackupTarget,
	folder: string,
	key: string | undefined,
	until: Date | undefined,
): Promise<void> {
	const { fileOf } = diskPaths(join(folder, 'storage'))
	for (const { name } of await target.list(filesFolder)) {
		const found = parseFileName(name)
		// It may have been uploaded just before the moment, and archived after it.
		if (!found || (until && found.archivedAt > Number(until) + 3_600_000)) continue
		const path = fileOf(found.version)
		await mkdir(dirname(path), { recursive: true, mode: 0o700 })
		if (!(await stat(path).catch(() => undefined))) await writeSparse(path, read(target, name, key))
	}
}
