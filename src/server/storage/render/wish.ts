import { z } from 'zod'
import type { TransformJob } from '#server/media/image-job.ts'
import { StorageError } from '#server/storage/storage-error.ts'

/** The sides that a transformation may have, in pixels; what is outside is moved to the edge (data.md §4.7). */
const shortest = 1
const longest = 2000

const side = z.coerce
	.number()
	.int()
	.transform((pixels) => Math.min(longest, Math.max(shortest, pixels)))
	.optional()
const wish = z.object({
	width: side,
	height: side,
	resize: z.enum(['cover', 'contain', 'fill']).default('cover'),
	quality: z.coerce.number().int().min(20).max(100).default(80),
	format: z.enum(['origin', 'webp', 'avif']).optional(),
})

/** How a picture is wanted; without a format whoever asks is given the best that they accept. */
export type Wish = Pick<TransformJob, 'width' | 'height' | 'resize' | 'quality'> & {
	format: 'origin' | 'webp' | 'avif' | undefined
}

/**
 * Reads a query, or the `transform` of a link to be signed.
 * @throws StorageError InvalidRequest naming the first thing that is wrong
 */
export function readWish(given: Record<string, unknown>): Wish {
	const parsed = wish.safeParse(given)
	if (!parsed.success) {
		const [issue] = parsed.error.issues
		const where = issue?.path.join('/') ?? ''
		throw new StorageError('InvalidRequest', `${where} ${issue?.message ?? 'is not valid'}`)
	}
	const { width, height, resize, quality, format } = parsed.data
	return { width, height, resize, quality, format }
}
