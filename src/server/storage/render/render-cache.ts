import type { CodedImage } from '#server/media/image-job.ts'

/** Finished transformations in memory: the least recently used go first. */
const mostBytes = 64 * 1024 * 1024
/** One picture may take this share at most. */
const largest = mostBytes / 8

export type RenderCache = {
	/** The picture of a key; made once, however many ask for it at the same time. */
	get(key: string, make: () => Promise<CodedImage>): Promise<CodedImage>
	/** Forgets what begins so; everything when left out. */
	forget(start?: string): void
}

export function createRenderCache(): RenderCache {
	const kept = new Map<string, CodedImage>()
	const making = new Map<string, Promise<CodedImage>>()
	let bytes = 0

	function drop(key: string): void {
		bytes -= kept.get(key)?.bytes.length ?? 0
		kept.delete(key)
	}
	function keep(key: string, image: CodedImage): void {
		if (image.bytes.length > largest) return
		drop(key)
		kept.set(key, image)
		bytes += image.bytes.length
		for (const oldest of kept.keys()) {
			if (bytes <= mostBytes) return
			drop(oldest)
		}
	}

	return {
		async get(key, make) {
			const ready = kept.get(key)
			if (ready) {
				// Last in the line again.
				kept.delete(key)
				kept.set(key, ready)
				return ready
			}
			const underway = making.get(key)
			if (underway) return underway
			const made = make().finally(() => making.delete(key))
			making.set(key, made)
			const image = await made
			keep(key, image)
			return image
		},
		forget(start = '') {
			for (const key of [...kept.keys()]) if (key.startsWith(start)) drop(key)
		},
	}
}
