import { archiveLimits } from '#shared/parser-limits.ts'
import { readJson } from './archive/read-json.ts'
import { encryptedEnding } from './encryption.ts'
import type { Manifest } from './manifest.ts'
import type { BackupTarget, TargetFile } from './target/backup-target.ts'

/** A complete backup in a target. */
export type StoredBackup = TargetFile & { startedAt: Date; madeAt: Date; manifest: Manifest }

const archive = /^plaudit-(\d{8}T\d{9}Z)\.tar\.gz(\.age)?$/

/** The name of a backup that begins now. */
export function nameBackup(startedAt: Date, key: string | undefined): string {
	return `plaudit-${startedAt.toISOString().replace(/[-:.]/g, '')}.tar.gz${key ? encryptedEnding : ''}`
}

/** Name of the facts beside an archive; it is written last. */
export const factsOf = (name: string) => name.replace(/\.tar\.gz(\.age)?$/, '.json')

/** The complete backups of a target, newest first. */
export async function listBackups(target: BackupTarget): Promise<StoredBackup[]> {
	const files = await target.list('')
	const known = new Set(files.map(({ name }) => name))
	const backups: StoredBackup[] = []
	for (const file of files) {
		if (!archive.test(file.name) || !known.has(factsOf(file.name))) continue
		const manifest = (await readJson(target.read(factsOf(file.name)), archiveLimits.manifestBytes)) as Manifest
		const madeAt = new Date(manifest.madeAt)
		backups.push({ ...file, madeAt, startedAt: new Date(manifest.startedAt ?? manifest.madeAt), manifest })
	}
	return backups.sort((a, b) => Number(b.madeAt) - Number(a.madeAt))
}

/** The facts beside an archive, where there are some. They were not compared with the archive. */
export async function readFactsBeside(target: BackupTarget, name: string): Promise<Manifest | undefined> {
	if (!archive.test(name)) return undefined
	return readJson(target.read(factsOf(name)), archiveLimits.manifestBytes).then(
		(facts) => facts as Manifest,
		() => undefined,
	)
}

/** Archives without facts, which an interrupted backup or removal has left. */
export async function listIncomplete(target: BackupTarget): Promise<string[]> {
	const files = await target.list('')
	const known = new Set(files.map(({ name }) => name))
	return files.filter(({ name }) => archive.test(name) && !known.has(factsOf(name))).map(({ name }) => name)
}
