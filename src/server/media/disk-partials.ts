import { constants } from 'node:fs'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Places, shelve } from './disk-places.ts'
import { wordFull } from './disk-space.ts'
import { etagOfFile } from './etag-of.ts'
import { FileSink } from './file-sink.ts'
import type { Partials } from './file-store.ts'
import { isVersion, requireVersion } from './file-store.ts'
import { pour } from './pour.ts'

/** Partial files as files that grow. How long one is says where to go on: nothing else need be remembered. */
export function createDiskPartials(
	places: Places,
	look: (bytes?: number) => Promise<void>,
): Partials {
	const folder = join(places.root, 'uploads')
	const place = (id: string) => join(folder, requireVersion(id))
	const lengthOf = async (path: string) => (await stat(path).catch(absent))?.size
	const grown = async (id: string) =>
		(await lengthOf(place(id))) ?? (await lengthOf(places.fileOf(id))) ?? 0

	return {
		async requireRoom(bytes) {
			await mkdir(folder, { recursive: true, mode: 0o700 })
			await look(bytes)
		},
		sizeOf: grown,
		async append(id, source, { at }) {
			await mkdir(folder, { recursive: true, mode: 0o700 })
			await look()
			const file = await open(place(id), constants.O_CREAT | constants.O_WRONLY, 0o600)
			try {
				const { size } = await file.stat()
				if (size !== at) throw new Error(`the partial file has ${size} bytes, not ${at}`)
				const sink = new FileSink(file, { at, look })
				await pour(source, sink)
				return at + sink.size
			} catch (error) {
				// What came before the failure counts as soon as somebody asks where to go on.
				await file.sync()
				throw wordFull(error)
			} finally {
				await file.close()
			}
		},
		async finish(id, _pieces, size) {
			if (size === 0) await (await open(place(id), 'a', 0o600)).close()
			if ((await lengthOf(place(id))) === size) await shelve(places, place(id), id)
			const path = places.fileOf(id)
			const lying = await lengthOf(path)
			if (lying !== size) throw new Error(`the file has ${lying} bytes, not ${size}`)
			return { version: id, size, etag: await etagOfFile(path, id) }
		},
		async discard(id) {
			await rm(place(id), { force: true })
			await rm(places.fileOf(id), { force: true })
		},
		async sweep(olderThan) {
			let swept = 0
			for (const name of (await readdir(folder).catch(() => [])).filter(isVersion)) {
				const left = await stat(place(name)).catch(absent)
				if (!left || Date.now() - left.mtimeMs <= olderThan) continue
				await rm(place(name), { force: true })
				swept++
			}
			return swept
		},
	}
}

function absent(error: NodeJS.ErrnoException): undefined {
	if (error.code !== 'ENOENT') throw error
}
