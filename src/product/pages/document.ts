import { createHash } from 'node:crypto'
import type { RenderedPage } from '#shared/page-props.ts'
import { iconTag } from './favicon.ts'

/** Scripts are URLs; `tags` is trusted HTML for the head. */
export type DocumentParts = {
	page: RenderedPage
	/** Inlined style sheets, in order. */
	styles: string[]
	scripts: string[]
	tags?: string[]
	robots?: string
	/** The path of a space's own icon. */
	icon?: string | undefined
	/** Chosen by the owner; null follows the visitor's system. */
	theme?: 'light' | 'dark' | null
}

/** Escapes text for an element or a quoted attribute. */
export function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** JSON for a script element: it contains no markup, and no U+2028 or U+2029. */
export function jsonForHtml(value: unknown): string {
	return JSON.stringify(value).replace(
		/[<>&\u2028\u2029]/g,
		(sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
	)
}

const hashes = new Map<string, string>()

/** Base64 SHA-256 of an inlined style sheet, for the content security policy. */
export function styleHash(css: string): string {
	const known = hashes.get(css)
	if (known) return known
	const hash = createHash('sha256').update(css).digest('base64')
	// Owners' colours would fill the cache; hashing the pages' own style sheets again takes microseconds.
	if (hashes.size > 500) hashes.clear()
	hashes.set(css, hash)
	return hash
}

/** A complete HTML document without any inline script, and the hashes of the styles within it. */
export function renderDocument(parts: DocumentParts): { html: string; styleHashes: string[] } {
	const { page, theme, robots } = parts
	const styles = parts.styles.filter((css) => css !== '')
	const meta = (name: string, content: string) => `<meta name="${name}" content="${escapeHtml(content)}">`
	const head = [
		'<meta charset="utf-8">',
		meta('viewport', 'width=device-width, initial-scale=1'),
		meta('color-scheme', theme ?? 'light dark'),
		`<title>${escapeHtml(page.title)}</title>`,
		iconTag(parts.icon && escapeHtml(parts.icon)),
		page.description ? meta('description', page.description) : '',
		robots ? meta('robots', robots) : '',
		...(page.paintedUpTo ? [`<link rel="expect" blocking="render" href="#${escapeHtml(page.paintedUpTo)}">`] : []),
		...(parts.tags ?? []),
		...styles.map((css) => `<style>${css}</style>`),
		...parts.scripts.map((src) => `<script type="module" fetchpriority="low" src="${src}"></script>`),
	]
	const data =
		page.data === undefined ? '' : `<script type="application/json" id="data">${jsonForHtml(page.data)}</script>`
	const themed = theme ? ` data-theme="${theme}"` : ''
	const html = `<!doctype html><html lang="${escapeHtml(page.lang)}" dir="${page.dir}"${themed}><head>${head.join('')}</head><body>${page.body}${data}</body></html>`
	return { html, styleHashes: styles.map(styleHash) }
}
