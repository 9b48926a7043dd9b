import type { Wish } from './wish.ts'

const resizingTypes = { cover: 'fill', contain: 'fit', fill: 'force' }

/** What was asked of a picture as the reference says it in `X-Transformations`, in the words of imgproxy; empty for nothing. */
export function transformationNames({ width, height, resize, quality, format, ...pull }: Wish) {
	const { gravity, x_offset: x, y_offset: y } = pull
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
