/**
 * The only colour scheme that a page gives an element; undefined where it follows the visitor's system. A frame does not know the
 * scheme of the page around it.
 */
export function schemeOf(element: Element): 'light' | 'dark' | undefined {
	const scheme = getComputedStyle(element).colorScheme
	return scheme.includes('dark') ? (scheme.includes('light') ? undefined : 'dark') : 'light'
}
