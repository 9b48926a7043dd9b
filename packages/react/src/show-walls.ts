type WallElement = { put?: (id: string, html: string) => void }

/**
 * Gives walls that were inserted by script their shadow roots: only the parser of a page makes them from a template. The element's own
 * script, where it has been loaded, is given the HTML and asks the server no second time.
 */
export function showWalls(place: Element, html: string): void {
	for (const wall of place.querySelectorAll('plaudit-wall')) {
		if (wall.shadowRoot) continue
		const defined = customElements.get('plaudit-wall') as WallElement | undefined
		defined?.put?.(wall.getAttribute('wall') ?? '', html)
		const template = wall.querySelector('template')
		if (!wall.shadowRoot && template) wall.attachShadow({ mode: 'open' }).append(template.content)
	}
}
