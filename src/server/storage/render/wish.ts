import { z } from 'zod'
import { gravities } from '#server/media/image-crop.ts'
import type { TransformJob } from '#server/media/image-job.ts'
import { StorageError } from '#server/storage/storage-error.ts'

/** The longest side that a transformation may have, in pixels; more is moved to it (data.md §4.7). */
const longest = 2000

const side = z.coerce
	.number()
	.int()
	.min(0)
	// As in the reference, 0 is as if it were not there.
	.transform((pixels) => (pixels === 0 ? undefined : Math.min(longest, pixels)))
	.optional()
const offset = z.coerce.number().optional()
const wish = z
	.object({
		width: side,
		height: side,
		resize: z.enum(['cover', 'contain', 'fill']).default('cover'),
		quality: z.coerce.number().int().min(20).max(100).optional(),
		format: z.enum(['origin', 'webp', 'avif']).optional(),
		gravity: z.enum(gravities).optional(),
		x_offset: offset,
		y_offset: offset,
	})
	.refine(({ gravity, x_offset = 0, y_offset = 0 }) => {
		return gravity !== 'fp' || [x_offset, y_offset].every((share) => share >= 0 && share <= 1)
	}, 'x_offset and y_offset of a point are from 0 to 1')

/** How a picture is wanted; without a format whoever asks is given the best that they accept. */
export type Wish = Pick<z.output<typeof wish>, 'gravity' | 'x_offset' | 'y_offset'> &
	Pick<TransformJob, 'width' | 'height' | 'resize'> & {
		quality: number | undefined
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
		const problem = `${where} ${issue?.message ?? 'is not valid'}`
		throw new StorageError('InvalidRequest', problem.trim())
	}
	const { width, height, resize, quality, format, ...pull } = parsed.data
	return { width, height, resize, quality, format, ...pull }
}
