/**
 * Keeps the height that the page reserves while the wall can be seen, so that nothing shifts; out of sight the wall takes its own. The
 * height remains a rule of the page, for a style sheet that comes late and for every width. Far too little room is that of another
 * layout and not kept.
 * @param box around the whole wall
 * @param room reserved height in px
 */
export function keepReservedHeight(wall: HTMLElement, box: HTMLElement, room: number): void {
	if (box.offsetHeight > room * 2) return
	wall.setAttribute('reserved', '')
	new IntersectionObserver((seen, watch) => {
		if (seen.some((entry) => entry.isIntersecting)) return
		watch.disconnect()
		wall.removeAttribute('reserved')
	}).observe(wall)
}
