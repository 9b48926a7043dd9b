/**
 * Keeps the height that the page reserved while the wall can be seen, so that nothing shifts; out of sight the wall
 * takes its own. Far too little room is that of another layout and not kept.
 * @param box around the whole wall
 * @param room reserved height in px
 */
export function keepReservedHeight(box: HTMLElement, room: number): void {
	if (box.offsetHeight > room * 2) return
	box.style.blockSize = `${room}px`
	new IntersectionObserver((seen, watch) => {
		if (seen.some((entry) => entry.isIntersecting)) return
		watch.disconnect()
		box.removeAttribute('style')
	}).observe(box)
}
