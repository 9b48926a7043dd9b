/** Anchor of a crop: a side or corner, the center (`ce`), a focus point (`fp`), or the most salient part (`sm`). */
export const gravities = ['ce', 'no', 'so', 'ea', 'we', 'noea', 'nowe', 'soea', 'sowe', 'fp', 'sm'] as const
export type Gravity = (typeof gravities)[number]

/**
 * Offset from the anchor. From -1 to 1 a share of the image, else pixels; inwards from a side, to the right or down
 * from the center. With `fp` the point itself, both from 0 to 1, by default the center.
 */
export type CropAnchor = { gravity: Gravity; x: number | undefined; y: number | undefined }

type Size = { width: number; height: number }
type AnchorSide = 'start' | 'end' | 'middle' | 'point'

export function cropOffset(picture: Size, box: Size, { gravity, x, y }: CropAnchor): { left: number; top: number } {
	const from = (start: boolean, end: boolean): AnchorSide => {
		if (gravity === 'fp') return 'point'
		return start ? 'start' : end ? 'end' : 'middle'
	}
	const across = from(gravity.endsWith('we'), gravity.endsWith('ea'))
	const down = from(gravity.startsWith('no'), gravity.startsWith('so'))
	return {
		left: offsetAlong(picture.width, box.width, across, x),
		top: offsetAlong(picture.height, box.height, down, y),
	}
}

function offsetAlong(whole: number, part: number, from: AnchorSide, offset: number | undefined): number {
	const slack = whole - part
	const moved = offset === undefined || Math.abs(offset) >= 1 ? (offset ?? 0) : whole * offset
	const places = {
		start: moved,
		end: slack - moved,
		middle: slack / 2 + moved,
		point: whole * (offset ?? 0.5) - part / 2,
	}
	return Math.round(Math.min(slack, Math.max(0, places[from])))
}
