import { constants } from 'node:fs'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { etagOfFile } from '#platform/media/files/file-etag.ts'
import { isVersion, type MultipartUploads, requireVersion, toStorageFull } from '#platform/media/files/file-store.ts'
import { pipe } from '#platform/media/files/pipe.ts'
import { type DiskPaths, moveIntoPlace } from './disk-paths.ts'
import { FileSink } from './file-sink.ts'

/** Multipart uploads as growing files. The length of a file is the offset, so nothing else is stored. */
export function createDiskMultipartUploads(
	paths: DiskPaths,
	checkSpace: (bytes?: number) => Promise<void>,
): MultipartUploads {
	const folder = join(paths.root, 'uploads')
	const pathOf = (id: string) => join(folder, requireVersion(id))
	const lengthOf = async (path: string) => (await stat(path).catch(ignoreMissing))?.size
	const arrivedSize = async (id: string) => (await lengthOf(pathOf(id))) ?? (await lengthOf(paths.fileOf(id))) ?? 0

	return {
		async requireSpace(bytes) {
			await mkdir(folder, { recursive: true, mode: 0o700 })
			await checkSpace(bytes)
		},
		sizeOf: arrivedSize,
		async append(id, source, { at }) {
			await mkdir(folder, { recursive: true, mode: 0o700 })
			await checkSpace()
			const file = await open(pathOf(id), constants.O_CREAT | constants.O_WRONLY, 0o600)
			try {
				const { size } = await file.stat()
				if (size !== at) throw new Error(`the partial file has ${size} bytes, not ${at}`)
				const sink = new FileSink(file, { at, checkSpace })
				await pipe(source, sink)
				return at + sink.size
			} catch (error) {
				// Bytes that arrived before the failure count towards the offset.
				await file.sync()
				throw toStorageFull(error)
			} finally {
				await file.close()
			}
		},
		async finish(id, _pieces, size) {
			if (size === 0) await (await open(pathOf(id), 'a', 0o600)).close()
			if ((await lengthOf(pathOf(id))) === size) await moveIntoPlace(pathOf(id), paths.fileOf(id))
			const path = paths.fileOf(id)
			const length = await lengthOf(path)
			if (length !== size) throw new Error(`the file has ${length} bytes, not ${size}`)
			return { version: id, size, etag: await etagOfFile(path, id) }
		},
		async abort(id) {
			await rm(pathOf(id), { force: true })
			await rm(paths.fileOf(id), { force: true })
		},
		async sweep(olderThan) {
			let swept = 0
			for (const name of (await readdir(folder).catch(() => [])).filter(isVersion)) {
				const left = await stat(pathOf(name)).catch(ignoreMissing)
				if (!left || Date.now() - left.mtimeMs <= olderThan) continue
				await rm(pathOf(name), { force: true })
				swept++
			}
			return swept
		},
	}
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
	if (error.code !== 'ENOENT') throw error
}
