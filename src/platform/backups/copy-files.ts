import { constants, type Stats } from 'node:fs'
import { chmod, copyFile, mkdir, open, readdir, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { writeSteadily } from './steady-files.ts'

/** Concurrent copies in one folder; most of the time is spent waiting for the disk. */
const concurrency = 16

export type Copied = { files: number; bytes: number }

/**
 * Copies a folder in use, syncing each file. Files that vanish are skipped, and so are existing ones of the same size
 * and time.
 * @param isWanted receives the path within the folder, `a/b`; a refused folder is skipped with its content
 */
export async function copyFiles(
	from: string,
	to: string,
	isWanted: (path: string) => boolean = () => true,
	path = '',
): Promise<Copied> {
	const copied = { files: 0, bytes: 0 }
	const folder = await stat(join(from, path)).catch(ignoreMissing)
	if (!folder) return copied
	await mkdir(join(to, path), { recursive: true, mode: folder.mode & 0o777 })
	const entries = (await readdir(join(from, path), { withFileTypes: true }).catch(ignoreMissing)) ?? []
	const wanted = entries
		.map((entry) => ({ entry, below: path ? `${path}/${entry.name}` : entry.name }))
		.filter(({ below }) => isWanted(below))
	for (let at = 0; at < wanted.length; at += concurrency) {
		const parts = wanted
			.slice(at, at + concurrency)
			.map(({ entry, below }) =>
				entry.isDirectory() ? copyFiles(from, to, isWanted, below) : copyOne(join(from, below), join(to, below)),
			)
		for (const part of await Promise.all(parts)) {
			copied.files += part.files
			copied.bytes += part.bytes
		}
	}
	return copied
}

async function copyOne(from: string, to: string): Promise<Copied> {
	const [source, there] = await Promise.all([stat(from).catch(ignoreMissing), stat(to).catch(ignoreMissing)])
	if (!source?.isFile() || (there && isSame(source, there))) return { files: 0, bytes: 0 }
	const isCopied = await copyContent(from, to).then(() => true, ignoreMissing)
	if (!isCopied) return { files: 0, bytes: 0 }
	await chmod(to, source.mode & 0o777)
	await utimes(to, source.atime, source.mtime)
	return { files: 1, bytes: source.size }
}

/** Shares the blocks of the file where the file system can, which takes no time, and reads and writes them otherwise; syncs it. */
async function copyContent(from: string, to: string): Promise<void> {
	const source = await open(from)
	try {
		const isShared = await copyFile(from, to, constants.COPYFILE_FICLONE_FORCE).then(
			() => true,
			() => false,
		)
		if (isShared) await flush(to)
		else await writeSteadily(to, source.createReadStream({ autoClose: false, highWaterMark: 1 << 20 }), 0o600)
	} finally {
		await source.close()
	}
}

function isSame(a: Stats, b: Stats): boolean {
	return a.size === b.size && Math.abs(a.mtimeMs - b.mtimeMs) < 1
}

async function flush(path: string): Promise<void> {
	const handle = await open(path, 'r+')
	await handle.sync().finally(() => handle.close())
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
	if (error.code !== 'ENOENT') throw error
}
