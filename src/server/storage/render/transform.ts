import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { CodedImage, TransformJob } from '#server/media/image-job.ts'
import { type ImageProblem, ImageRefused, refuse } from '#server/media/image-refused.ts'
import { type ImageFormat, sniff } from '#server/media/image-signature.ts'
import { codeImage, requireShortLine } from '#server/media/image-workers.ts'
import { serveBytes } from '#server/media/serve-bytes.ts'
import type { ObjectRow } from '#server/storage/queries.ts'
import type { Parts, StorageContext } from '#server/storage/request.ts'
import { type Access, headersOf, missing } from '#server/storage/serve.ts'
import { StorageError } from '#server/storage/storage-error.ts'
import { createRenderCache, type RenderCache } from './render-cache.ts'
import { transformationNames } from './transformation-names.ts'
import type { Wish } from './wish.ts'

/** What is read into memory for one transformation, and what is decoded. */
const mostBytes = 25 * 1024 * 1024
const mostPixels = 50_000_000
const usualQuality = 80

/** What the reference says of sources that imgproxy refuses. */
const refusals: Record<ImageProblem, string> = {
	type: 'The source image is invalid or unsupported for rendering',
	damaged: 'The source image is invalid or unsupported for rendering',
	costly: 'The source image is invalid or unsupported for rendering',
	bytes: 'The source image file is too large to process',
	pixels: 'The source image resolution is too large to process',
}

/** Answers with pictures made to measure. */
export type Renderer = {
	answer(c: StorageContext, object: ObjectRow, wish: Wish, access: Access): Promise<Response>
	/** Forgets what was made of one version, or of all. */
	forget: RenderCache['forget']
}

export function createRenderer({ deps }: Pick<Parts, 'deps'>): Renderer {
	const cache = createRenderCache()

	async function make(object: ObjectRow, wish: Wish, accepted: boolean): Promise<CodedImage> {
		requireShortLine()
		return codeImage('transform', async (): Promise<TransformJob> => {
			const size = object.metadata?.size ?? 0
			if (size > mostBytes) throw refuse('bytes', mostBytes)
			const stream = await deps.files.read(object.version)
			if (!stream) throw missing()
			const bytes = await buffer(stream)
			const format = sniff(bytes)
			if (!format) throw refuse('type')
			const { width, height, resize, quality, gravity, x_offset: x, y_offset: y } = wish
			const to = formatFor(wish, format, accepted)
			return {
				kind: 'transform',
				bytes,
				format,
				maxPixels: mostPixels,
				width,
				height,
				resize,
				pull: gravity === undefined ? undefined : { gravity, x, y },
				quality: quality ?? usualQuality,
				to,
			}
		})
	}

	return {
		async answer(c, object, wish, access) {
			const isNegotiated = wish.format === undefined
			const accepted = isNegotiated && acceptsWebp(c.req.header('accept'))
			const key = `${object.version} ${JSON.stringify(wish)} ${accepted}`
			const { bytes, format } = await cache
				.get(key, () => make(object, wish, accepted))
				.catch(sayUnrenderable)
			const names = transformationNames(wish)
			const { vary, ...headers } = headersOf(c, object, access)
			const variesBy = [vary, isNegotiated ? 'Accept' : undefined].filter((name) => name)
			const answer = await serveBytes(c.req, {
				size: bytes.length,
				etag: `"${createHash('sha256').update(key).digest('base64url').slice(0, 27)}"`,
				modified: object.updated_at,
				headers: {
					...headers,
					'content-type': `image/${format}`,
					...(names === '' ? {} : { 'x-transformations': names }),
					...(variesBy.length > 0 ? { vary: variesBy.join(', ') } : {}),
				},
				read: async (range) =>
					Readable.from([range ? bytes.subarray(range.from, range.to + 1) : bytes]),
				// The next one to ask gets the same bytes from the cache.
				isSpent: false,
			})
			if (!answer) throw missing()
			return answer
		},
		forget: cache.forget,
	}
}

function sayUnrenderable(error: unknown): never {
	if (!(error instanceof ImageRefused)) throw error
	throw new StorageError('InvalidSourceImage', refusals[error.problem], error)
}

function formatFor({ format }: Wish, origin: ImageFormat, accepted: boolean): TransformJob['to'] {
	if (format === 'webp' || format === 'avif') return format
	return accepted ? 'webp' : origin
}

/** AVIF is made only for those who ask for it by name: it takes ten times as long. */
function acceptsWebp(accept: string | undefined): boolean {
	return /(^|,)\s*image\/webp\s*(;(?!\s*q=0(\.0*)?\s*(,|$))|,|$)/i.test(accept ?? '')
}
