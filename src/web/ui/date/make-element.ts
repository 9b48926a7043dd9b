/** An element with properties and children. */
export function makeElement<Name extends keyof HTMLElementTagNameMap>(
	name: Name,
	properties: Partial<HTMLElementTagNameMap[Name]> = {},
	children: (Node | string)[] = [],
): HTMLElementTagNameMap[Name] {
	const element = Object.assign(document.createElement(name), properties)
	element.append(...children)
	return element
}

/** A picture of lines on a square of 16. */
export function makeIcon(path: string): SVGElement {
	const [svg, line] = ['svg', 'path'].map((name) => document.createElementNS('http://www.w3.org/2000/svg', name))
	svg?.setAttribute('viewBox', '0 0 16 16')
	svg?.setAttribute('aria-hidden', 'true')
	line?.setAttribute('d', path)
	svg?.append(line as Node)
	return svg as SVGElement
}
