import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { removeSteadily, writeSteadily } from '#platform/backups/steady-files.ts'
import type { BackupTarget, TargetFile } from './backup-target.ts'

/** Ending of a file that is being written. */
const unfinished = '.part'

/** A folder for backups, readable by the user of the server alone. */
export function createFolderTarget(root: string): BackupTarget {
	return {
		address: root,
		async write(name, source) {
			const path = join(root, name)
			const partial = `${path}${unfinished}`
			try {
				await mkdir(dirname(path), { recursive: true, mode: 0o700 })
				await writeSteadily(partial, source, 0o600)
				await rename(partial, path)
				await syncFolder(dirname(path))
			} catch (error) {
				await rm(partial, { force: true }).catch(() => {})
				throw describeFailure(error as NodeJS.ErrnoException, root)
			}
			return (await stat(path)).size
		},
		read: (name) => createReadStream(join(root, name), { highWaterMark: 1 << 20 }),
		async list(folder) {
			const names = await readdir(join(root, folder)).catch((error: NodeJS.ErrnoException) => {
				if (error.code === 'ENOENT') return []
				throw describeFailure(error, root)
			})
			const files: TargetFile[] = []
			for (const name of names) {
				if (name.endsWith(unfinished)) continue
				const found = await stat(join(root, folder, name)).catch(() => undefined)
				if (found?.isFile())
					files.push({ name: folder ? `${folder}/${name}` : name, size: found.size, since: found.mtimeMs })
			}
			return files
		},
		remove: (name) => removeSteadily(join(root, name)),
		async removeUnfinished() {
			// Only at the top: the archive of the write-ahead log is being written beside it.
			const names = await readdir(root).catch(() => [])
			for (const name of names) if (name.endsWith(unfinished)) await rm(join(root, name), { force: true })
		},
	}
}

/** Names the setting and the remedy for errors that an operator can repair. */
function describeFailure(error: NodeJS.ErrnoException, root: string): Error {
	const remedies: Record<string, string> = {
		ENOSPC: 'is full: free space there, keep fewer backups with BACKUP_KEEP, or name another folder',
		EDQUOT: 'is over its quota: free space there, keep fewer backups with BACKUP_KEEP, or name another folder',
		EACCES: 'cannot be written to: give the user of the server the right to, or name another folder',
		EPERM: 'cannot be written to: give the user of the server the right to, or name another folder',
		EROFS: 'is on a disk that is mounted read-only: mount it for writing, or name another folder',
		ENOTDIR: 'is not a folder: name another one',
		EEXIST: 'is not a folder: name another one',
	}
	const remedy = remedies[error.code ?? '']
	return remedy ? new Error(`BACKUP_TARGET (${root}) ${remedy}.`, { cause: error }) : error
}

async function syncFolder(path: string): Promise<void> {
	if (process.platform === 'win32') return
	const handle = await open(path, 'r')
	await handle.sync().finally(() => handle.close())
}
