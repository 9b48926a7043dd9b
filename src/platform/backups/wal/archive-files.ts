import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { encrypt, encryptedEnding } from '#platform/backups/encryption.ts'
import type { BackupTarget } from '#platform/backups/target/backup-target.ts'

/** Folder in a target of the files that were uploaded since the backups. */
export const filesFolder = 'files'
const pattern = /^files\/([0-9a-f-]{36})-(\d+)(?:\.age)?$/
const shards = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, '0'))

/** @returns the version of an archived file and when it was archived; nothing for other names */
export function parseFileName(name: string): { version: string; archivedAt: number } | undefined {
	const [, version, at] = pattern.exec(name) ?? []
	return version ? { version, archivedAt: Number(at) } : undefined
}

/**
 * Copies new uploaded files beside the write-ahead log, whose rows name them.
 * @param since files of before are in a backup
 */
export function createFileArchive(storage: string, target: BackupTarget, key: string | undefined, since: number) {
	const done = new Set<string>()
	const seenAt = new Map<string, number>()
	let isListed = false

	async function listDone(): Promise<void> {
		for (const { name } of await target.list(filesFolder)) {
			const found = parseFileName(name)
			if (found) done.add(found.version)
		}
		isListed = true
	}

	async function archiveShard(shard: string): Promise<void> {
		const folder = join(storage, shard)
		const changedAt = (await stat(folder).catch(() => undefined))?.mtimeMs
		if (changedAt === undefined || seenAt.get(shard) === changedAt) return
		for (const version of await readdir(folder)) {
			if (done.has(version) || !/^[0-9a-f-]{36}$/.test(version)) continue
			const path = join(folder, version)
			const found = await stat(path).catch(() => undefined)
			// A file is renamed into place when it is complete, which changes ctime alone.
			if (found?.isFile() && found.ctimeMs >= since) await archiveFile(path, version)
		}
		seenAt.set(shard, changedAt)
	}

	async function archiveFile(path: string, version: string): Promise<void> {
		const name = `${filesFolder}/${version}-${Date.now()}${key ? encryptedEnding : ''}`
		const source = createReadStream(path, { highWaterMark: 1 << 20 })
		await target.write(name, key ? encrypt(source, key) : source).catch((error: NodeJS.ErrnoException) => {
			// It was deleted meanwhile.
			if (error.code !== 'ENOENT') throw error
		})
		done.add(version)
	}

	return async () => {
		if (!isListed) await listDone()
		for (const shard of shards) await archiveShard(shard)
	}
}
