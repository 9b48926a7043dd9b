/** Describes the faults in the layout of a wall. Runs in the page. */
export function layoutFaults(wall: Element): string[] {
	const faults: string[] = []
	const root = wall.shadowRoot as ShadowRoot
	const edge = wall.getBoundingClientRect()
	const isShown = (element: Element) =>
		element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().width > 1
	const all = (within: ParentNode, selector: string) => [...within.querySelectorAll(selector)].filter(isShown)
	const nameOf = (element: Element) => `${element.className || element.tagName} “${element.textContent?.slice(0, 24)}”`
	const scroller = root.querySelector('ul[tabindex]')

	// A carousel shows whole cards and at most the edge of the next one; without an edge nothing of it.
	const list = scroller?.getBoundingClientRect()
	if (scroller && list)
		for (const card of scroller.children) {
			const { left, right, width } = card.getBoundingClientRect()
			const seen = Math.min(right, list.right) - Math.max(left, list.left)
			if (seen > 40 && seen < width - 1) faults.push(`${Math.round(seen)} px of a card are seen`)
		}

	// Text in a line that ends with an ellipsis goes on unseen.
	for (const element of all(root, '.w :not(bdi)')) {
		if (element.closest('.rows, .h') || (scroller && scroller !== element && scroller.contains(element))) continue
		const { left, right } = element.getBoundingClientRect()
		if (left < edge.left - 1 || right > edge.right + 1) faults.push(`${nameOf(element)} stands beyond the wall`)
	}

	for (const image of all(root, '.pic img') as HTMLImageElement[]) {
		const { width, height } = image.getBoundingClientRect()
		const isWhole = getComputedStyle(image).objectFit === 'contain'
		const ratio = (width / height) * (image.naturalHeight / image.naturalWidth)
		if (!isWhole && Math.abs(ratio - 1) > 0.02) faults.push('a photo is cropped')
	}

	for (const card of all(root, '.t')) {
		const parts = all(card, '.st, .top i, .q, .by > b, .by > span, .by > .r, .by > .a, .pic, .film, .bar, small')
		for (const [at, one] of parts.entries())
			for (const other of parts.slice(at + 1)) {
				// The link of a video stands on the faded end of its words.
				if (one.matches('.q') && other.matches('.r')) continue
				const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()]
				// The link can be touched 13 px above and below its word.
				const [above, below] = [one.matches('.r') ? 13 : 0, other.matches('.r') ? 13 : 0]
				const down = Math.min(a.bottom - above, b.bottom - below) - Math.max(a.top + above, b.top + below)
				const across = Math.min(a.right, b.right) - Math.max(a.left, b.left)
				if (down > 3 && across > 1) faults.push(`${nameOf(one)} stands on ${nameOf(other)}`)
			}
		for (const head of all(card, '.top')) {
			const box = head.getBoundingClientRect()
			const gaps = all(card, '.q, .by, .pic, .film, .bar')
				.map((other) => other.getBoundingClientRect())
				.filter(({ left, right }) => left < box.right && right > box.left)
				.map(({ top, bottom }) => Math.max(top - box.bottom, box.top - bottom))
			if (Math.min(...gaps) > 40) faults.push(`the stars of “${card.textContent?.slice(0, 24)}” stand apart`)
		}
		for (const text of all(card, '.by > b, .by > span')) {
			if (text.scrollWidth <= text.clientWidth) continue
			const line = text.getBoundingClientRect()
			const row = (text.parentElement as Element).getBoundingClientRect()
			const isRightToLeft = getComputedStyle(text).direction === 'rtl'
			const rest = isRightToLeft ? line.left - row.left : row.right - line.right
			const beside = [...(text.parentElement as Element).children].filter((other) => {
				const box = other.getBoundingClientRect()
				return (
					other !== text &&
					isShown(other) &&
					!other.matches('.a, small') &&
					box.bottom > line.top + 4 &&
					box.top < line.bottom - 4
				)
			})
			const padding = Number.parseFloat(getComputedStyle(text.parentElement as Element).paddingInlineEnd)
			if (beside.length === 0 && rest - padding > 12)
				faults.push(`${nameOf(text)} is cut beside ${Math.round(rest)} px of nothing`)
		}
	}

	const foot = root.querySelector('.end')
	const count = foot?.querySelector('span')
	if (foot && count && !foot.closest('[popover]')) {
		const lowest = Math.max(...all(root, '.t .by').map((author) => author.getBoundingClientRect().bottom))
		const words = document.createRange()
		words.selectNodeContents(count)
		const room = words.getBoundingClientRect().top - lowest
		if (room < 12 && foot.parentElement?.querySelector('.t'))
			faults.push(`the foot is ${Math.round(room)} px below an author`)
	}
	return [...new Set(faults)]
}
