import { z } from 'zod'
import { gravities } from '#platform/media/images/image-crop.ts'
import { requireShape } from '#platform/storage/storage-context.ts'

/** Longest side of a transformation in pixels; larger values are reduced to it. */
const maxSide = 2000

const side = z.coerce
	.number()
	.int()
	.min(0)
	// As in Supabase, 0 counts as absent.
	.transform((pixels) => (pixels === 0 ? undefined : Math.min(maxSide, pixels)))
	.optional()
const offset = z.coerce.number().optional()
const transformSchema = z
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

/** Options of a transformation. Without a format, the client gets the best one that it accepts. */
export type TransformOptions = z.output<typeof transformSchema>

/**
 * Parses a query, or the `transform` of a link to be signed.
 * @throws StorageError InvalidRequest naming the first mistake
 */
export function parseTransformOptions(options: Record<string, unknown>): TransformOptions {
	return requireShape(transformSchema, options)
}

const resizingTypes = { cover: 'fill', contain: 'fit', fill: 'force' }

/** The `X-Transformations` header in imgproxy's notation, as Supabase sends it; empty without options. */
export function transformationsHeader({ width, height, resize, quality, format, ...anchor }: TransformOptions) {
	const { gravity, x_offset: x, y_offset: y } = anchor
	const isPlain = gravity === 'sm' || (x === undefined && y === undefined)
	const offsets = isPlain ? '' : `:${x ?? 0}:${y ?? 0}`
	return [
		height && `height:${height}`,
		width && `width:${width}`,
		(width || height) && `resizing_type:${resizingTypes[resize]}`,
		quality && `quality:${quality}`,
		format && format !== 'origin' && `format:${format}`,
		gravity && `gravity:${gravity}${offsets}`,
	]
		.filter((name) => typeof name === 'string')
		.join(',')
}
