import type { FoundCode } from '#shared/instance/site-check.ts'
import { parseHtml } from './parse-html.ts'

/** The code of a wall in a page, and the policies that its HTML itself declares. */
export type PageCode = { code: FoundCode | null; policies: string[] }

/**
 * Looks for a wall in a page: its element with a script, as static HTML, or in a frame.
 * @param origin of this installation; code for another one is not found
 */
export function readEmbedCode(html: string, wallId: string, origin: string): PageCode {
	const policies: string[] = []
	let element: 'empty' | 'static' | undefined
	let open = false
	let script: URL | undefined
	let frame: URL | undefined
	parseHtml(html, {
		onopentag(tag, attributes) {
			if (tag === 'plaudit-wall' && attributes.wall === wallId) {
				element ??= 'empty'
				open = true
			}
			if (open && tag === 'template' && attributes.shadowrootmode !== undefined) element = 'static'
			const url = URL.parse(attributes.src ?? '', origin)
			if (url?.origin === origin && tag === 'iframe' && url.pathname === `/embed/${wallId}`) frame = url
			if (url?.origin === origin && tag === 'script' && url.pathname === `/embed/${wallId}.js`) script = url
			if (url?.origin === origin && tag === 'script' && url.pathname === '/embed.js') script ??= url
			if (tag === 'meta' && attributes['http-equiv']?.trim().toLowerCase() === 'content-security-policy')
				policies.push(attributes.content ?? '')
		},
		onclosetag(tag) {
			if (tag === 'plaudit-wall') open = false
		},
	})
	const reserves = (url: URL | undefined) => url?.searchParams.get('reserves') ?? ''
	if (element === 'static') return { code: { kind: 'static', reserves: '' }, policies }
	if (element && script) return { code: { kind: 'script', reserves: reserves(script) }, policies }
	return { code: frame ? { kind: 'frame', reserves: reserves(frame) } : null, policies }
}
