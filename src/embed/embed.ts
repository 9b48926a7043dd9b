/**
 * The loader, dist/embed/embed.js: defines <plaudit-wall> on somebody else's page. It stores nothing, sets no cookie,
 * calls no third party, and never throws into the host. guides/frontend.md §2.
 */
import { name, PlauditWall } from './plaudit-wall.ts'

try {
	if (!customElements.get(name)) customElements.define(name, PlauditWall)
} catch {
	// A browser without custom elements keeps what the page's author put inside.
}
