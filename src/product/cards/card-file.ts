import { type RenderedFile, wallCacheControl } from '#product/http/rendered-file.ts'
import type { RenderedCard } from './render-card.ts'

/** A card as it is sent: other sites may show it. */
export function cardFile({ body, noindex }: RenderedCard): RenderedFile {
	return {
		text: body,
		headers: {
			'content-type': 'image/png',
			'cache-control': wallCacheControl,
			'x-content-type-options': 'nosniff',
			'content-security-policy': "default-src 'none'; sandbox",
			'access-control-allow-origin': '*',
			'cross-origin-resource-policy': 'cross-origin',
			...(noindex ? { 'x-robots-tag': 'noindex' } : {}),
		},
	}
}
