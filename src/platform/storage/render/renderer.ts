import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Answer } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { LruCache } from '#platform/lru-cache.ts'
import { serveBytes } from '#platform/media/files/serve-bytes.ts'
import {
	type CodedImage,
	detectFormat,
	type ImageFormat,
	type ImageProblem,
	ImageRejected,
	rejectImage,
	type TransformJob,
} from '#platform/media/images/image-job.ts'
import { processImage, requireQueueCapacity } from '#platform/media/images/image-worker-pool.ts'
import { type Access, objectHeaders, objectMissing } from '#platform/storage/objects/serve-object.ts'
import type { ObjectRow } from '#platform/storage/queries.ts'
import type { StorageDeps } from '#platform/storage/storage-context.ts'
import { StorageError } from '#platform/storage/storage-error.ts'
import { type TransformOptions, transformationsHeader } from './transform-options.ts'

/** Limits of a source image: bytes read into memory, and pixels. */
const maxSourceBytes = 25 * 1024 * 1024
const maxSourcePixels = 50_000_000
const defaultQuality = 80

/** Supabase's messages for sources that imgproxy refuses. */
const refusals: Record<ImageProblem, string> = {
	type: 'The source image is invalid or unsupported for rendering',
	damaged: 'The source image is invalid or unsupported for rendering',
	costly: 'The source image is invalid or unsupported for rendering',
	bytes: 'The source image file is too large to process',
	pixels: 'The source image resolution is too large to process',
}

export function createRenderer({ deps }: Pick<StorageDeps, 'deps'>) {
	const cache = createRenderCache()
	deps.metrics.cache('transformed_images', cache.stats)

	async function make(object: ObjectRow, options: TransformOptions, accepted: boolean): Promise<CodedImage> {
		requireQueueCapacity()
		return processImage('transform', async (): Promise<TransformJob> => {
			const size = object.metadata?.size ?? 0
			if (size > maxSourceBytes) throw rejectImage('bytes', maxSourceBytes)
			const stream = await deps.files.read(object.version)
			if (!stream) throw objectMissing()
			const bytes = await buffer(stream)
			const format = detectFormat(bytes)
			if (!format) throw rejectImage('type')
			const { width, height, resize, quality, gravity, x_offset: x, y_offset: y } = options
			const to = formatFor(options, format, accepted)
			return {
				kind: 'transform',
				bytes,
				format,
				maxPixels: maxSourcePixels,
				width,
				height,
				resize,
				anchor: gravity === undefined ? undefined : { gravity, x, y },
				quality: quality ?? defaultQuality,
				to,
			}
		})
	}

	return {
		async render(x: Exchange, object: ObjectRow, options: TransformOptions, access: Access): Promise<Answer> {
			const isNegotiated = options.format === undefined
			const accepted = isNegotiated && acceptsWebp(x.header('accept'))
			const key = `${object.version} ${JSON.stringify(options)} ${accepted}`
			const { bytes, format } = await cache.get(key, () => make(object, options, accepted)).catch(throwInvalidSource)
			const names = transformationsHeader(options)
			const { vary, ...headers } = objectHeaders(x, object, access)
			const variesBy = [vary, isNegotiated ? 'Accept' : undefined].filter((name) => name)
			const answer = await serveBytes(x, {
				size: bytes.length,
				etag: `"${createHash('sha256').update(key).digest('base64url').slice(0, 27)}"`,
				modified: object.updated_at,
				headers: {
					...headers,
					'content-type': `image/${format}`,
					...(names === '' ? {} : { 'x-transformations': names }),
					...(variesBy.length > 0 ? { vary: variesBy.join(', ') } : {}),
				},
				read: async (range) => Readable.from([range ? bytes.subarray(range.from, range.to + 1) : bytes]),
				// The cache still needs these bytes.
				releaseBuffers: false,
			})
			if (!answer) throw objectMissing()
			return answer
		},
		/** Drops the cached transformations of one version, or all. */
		forget: cache.forget,
	}
}

function throwInvalidSource(error: unknown): never {
	if (!(error instanceof ImageRejected)) throw error
	throw new StorageError('InvalidSourceImage', refusals[error.problem], error)
}

function formatFor({ format }: TransformOptions, origin: ImageFormat, isWebpAccepted: boolean): TransformJob['to'] {
	if (format === 'webp' || format === 'avif') return format
	return isWebpAccepted ? 'webp' : origin
}

/** AVIF is made only on explicit request, because encoding takes ten times as long. */
function acceptsWebp(accept: string | undefined): boolean {
	return /(^|,)\s*image\/webp\s*(;(?!\s*q=0(\.0*)?\s*(,|$))|,|$)/i.test(accept ?? '')
}

const maxCacheBytes = 64 * 1024 * 1024
/** Larger images are not cached. */
const maxEntryBytes = maxCacheBytes / 8

export function createRenderCache() {
	const images = new LruCache<string, CodedImage>(maxCacheBytes, ({ bytes }) => bytes.length)
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
