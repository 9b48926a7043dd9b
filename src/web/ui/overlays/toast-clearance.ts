/** Edges of a box in the viewport, in px. */
export type Box = { top: number; right: number; bottom: number; left: number }

const gap = 8

/**
 * The distance of toasts from the bottom of the viewport at which they cover none of the boxes, in px; at the top of the
 * viewport when nothing else is free.
 */
export function clearBottom(
	boxes: readonly Box[],
	toasts: { left: number; right: number; height: number },
	{ height, usual }: { height: number; usual: number },
): number {
	const beside = boxes
		.filter(({ left, right }) => left < toasts.right && right > toasts.left)
		.sort((one, other) => other.bottom - one.bottom)
	let bottom = usual
	for (const { top, bottom: end } of beside) {
		const isCovered = top < height - bottom + gap && end > height - bottom - toasts.height - gap
		if (isCovered) bottom = Math.max(bottom, height - top + gap)
	}
	return Math.max(0, Math.min(bottom, height - toasts.height - gap))
}
