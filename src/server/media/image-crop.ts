/**
 * Which part of a picture stays when it is cut: a side or corner, the middle (`ce`), a point of it (`fp`), or what draws the
 * eye (`sm`) (data.md §4.7).
 */
export const gravities = [
	'ce',
	'no',
	'so',
	'ea',
	'we',
	'noea',
	'nowe',
	'soea',
	'sowe',
	'fp',
	'sm',
] as const
export type Gravity = (typeof gravities)[number]

/**
 * How far from where gravity pulls. From -1 to 1 a share of the picture, else pixels, inwards from a side and to the right or
 * down from the middle. With `fp` the point itself, both from 0 to 1, the middle when it is not given.
 */
export type Pull = { gravity: Gravity; x: number | undefined; y: number | undefined }

type Size = { width: number; height: number }
type From = 'start' | 'end' | 'middle' | 'point'

/** Where the box lies in the picture, its upper left corner; never outside. */
export function placeOf(
	picture: Size,
	box: Size,
	{ gravity, x, y }: Pull,
): { left: number; top: number } {
	const from = (start: boolean, end: boolean): From => {
		if (gravity === 'fp') return 'point'
		return start ? 'start' : end ? 'end' : 'middle'
	}
	const across = from(gravity.endsWith('we'), gravity.endsWith('ea'))
	const down = from(gravity.startsWith('no'), gravity.startsWith('so'))
	return {
		left: along(picture.width, box.width, across, x),
		top: along(picture.height, box.height, down, y),
	}
}

function along(whole: number, part: number, from: From, offset: number | undefined): number {
	const room = whole - part
	const moved = offset === undefined || Math.abs(offset) >= 1 ? (offset ?? 0) : whole * offset
	const places = {
		start: moved,
		end: room - moved,
		middle: room / 2 + moved,
		point: whole * (offset ?? 0.5) - part / 2,
	}
	return Math.round(Math.min(room, Math.max(0, places[from])))
}
