import type { Handler } from '#platform/http/routing/route.ts'
import { cdnHeaders, hasCredentials, landingKey } from '#product/http/cdn-headers.ts'
import { cardTags } from '#product/pages/card-tags.ts'
import { escapeHtml } from '#product/pages/document.ts'
import { renderPage, type Site } from '#product/pages/site.ts'

/**
 * The product's own page. Search engines list it only where it is the front page, by the choice of an operator who offers Plaudit to
 * others; elsewhere it answers what Plaudit is.
 */
export function productPage(site: Site, { isFront }: { isFront: boolean }): Handler {
	const { assets, config } = site
	const page = assets.pages.renderLanding({
		pictures: assets.pictures,
		embedScriptBytes: assets.embedScriptBytes,
		isOpen: config.SIGNUP === 'open',
	})
	const social = [
		`<link rel="canonical" href="${config.SITE_URL}/">`,
		'<meta property="og:type" content="website">',
		`<meta property="og:title" content="${page.title}">`,
		`<meta property="og:description" content="${escapeHtml(page.description ?? '')}">`,
		`<meta property="og:url" content="${config.SITE_URL}/">`,
		...cardTags(`${config.SITE_URL}${assets.pictures['card.jpg']}`, page.title),
	]
	const cache = 'public, max-age=60, stale-while-revalidate=600'
	const forCdn = isFront ? cdnHeaders(config, cache, [landingKey]) : {}
	return (x) =>
		renderPage(site, {
			page,
			surface: 'public',
			style: 'landing/landing.css',
			script: 'landing/landing-client.ts',
			isCounterDeferred: true,
			tags: isFront ? social : [],
			...(isFront
				? { headers: hasCredentials(x) ? {} : forCdn }
				: { robots: 'noindex', headers: { 'x-robots-tag': 'noindex' } }),
			cache,
		})
}
