/**
 * The loader, dist/embed/embed.js: defines <plaudit-wall> on a third-party page. It stores nothing, sets no cookie,
 * calls no third party, and never throws into the host page.
 */
import { PlauditWall, tagName } from './plaudit-wall.ts'

try {
	if (!customElements.get(tagName)) customElements.define(tagName, PlauditWall)
} catch {
	// A browser without custom elements keeps the fallback content of the host page.
}
