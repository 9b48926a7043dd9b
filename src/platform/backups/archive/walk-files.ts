import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ArchiveEntry } from './archive-entry.ts'

const chunkSize = 1 << 20

/**
 * Lists a folder in use with the content of its files. What vanishes meanwhile is skipped; a link to a folder is followed at
 * the top, as a mounted disk may be there.
 * @param isWanted receives the path within the folder, `a/b`; a refused folder is skipped with its content
 * @param prefix is put before the paths
 */
export async function* walkFiles(
	root: string,
	isWanted: (path: string) => boolean,
	prefix = '',
	path = '',
): AsyncGenerator<ArchiveEntry> {
	const entries = (await readdir(join(root, path), { withFileTypes: true }).catch(ignoreMissing)) ?? []
	for (const entry of entries) {
		const below = path ? `${path}/${entry.name}` : entry.name
		if (!isWanted(below) || (path && entry.isSymbolicLink())) continue
		const source = join(root, below)
		const found = await stat(source).catch(ignoreMissing)
		if (!found) continue
		const facts = { path: prefix + below, mode: found.mode & 0o777, mtime: found.mtime }
		if (found.isDirectory()) {
			yield { kind: 'folder', ...facts }
			yield* walkFiles(root, isWanted, prefix, below)
		} else if (found.isFile()) {
			const file = await open(source, 'r').catch(ignoreMissing)
			if (!file) continue
			try {
				yield { kind: 'file', ...facts, size: found.size, content: readExactly(file, found.size) }
			} finally {
				await file.close()
			}
		}
	}
}

/** Reads the size that was announced: a file that shrank is filled with zeros, which recovery of the database repairs. */
async function* readExactly(file: Awaited<ReturnType<typeof open>>, size: number): AsyncGenerator<Uint8Array> {
	for (let at = 0; at < size; ) {
		const wanted = Math.min(chunkSize, size - at)
		const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(wanted), 0, wanted, at)
		const chunk = bytesRead === 0 ? Buffer.alloc(wanted) : buffer.subarray(0, bytesRead)
		at += chunk.length
		yield chunk
	}
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
	if (error.code !== 'ENOENT') throw error
}
