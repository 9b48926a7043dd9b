import { LruCache } from '#platform/lru-cache.ts'
import type { CodedImage } from '#platform/media/images/image-job.ts'

const maxBytes = 64 * 1024 * 1024
/** Larger images are not cached. */
const maxEntryBytes = maxBytes / 8

export function createRenderCache() {
	const images = new LruCache<string, CodedImage>(maxBytes, ({ bytes }) => bytes.length)
	const pending = new Map<string, Promise<CodedImage>>()
	return {
		/** For /metrics. */
		stats: images,
		/** The image of a key. Concurrent requests for the same key share one `make`. */
		async get(key: string, make: () => Promise<CodedImage>): Promise<CodedImage> {
			const known = images.get(key) ?? pending.get(key)
			if (known) return known
			const made = make().finally(() => pending.delete(key))
			pending.set(key, made)
			const image = await made
			if (image.bytes.length <= maxEntryBytes) images.set(key, image)
			return image
		},
		/** Drops the entries whose key begins with `prefix`. */
		forget(prefix = ''): void {
			for (const key of images.keys()) if (key.startsWith(prefix)) images.delete(key)
		},
	}
}
