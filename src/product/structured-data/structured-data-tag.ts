import { jsonForHtml } from '#product/pages/document.ts'

/** JSON-LD in a page. Browsers run no script of this type, so no content security policy concerns it. */
export function structuredDataTag(data: object): string {
	return `<script type="application/ld+json">${jsonForHtml({ '@context': 'https://schema.org', ...data })}</script>`
}
