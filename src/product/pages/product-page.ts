import type { Handler } from '#platform/http/routing/route.ts'
import { cardTags } from './card-tags.ts'
import { escapeHtml } from './document.ts'
import { renderPage, type Site } from './site.ts'

/** The product's own page, for an operator who offers Plaudit to others. */
export function productPage(site: Site): Handler {
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
	return () =>
		renderPage(site, {
			page,
			surface: 'public',
			style: 'landing/landing.css',
			script: 'landing/landing-client.ts',
			isCounterDeferred: true,
			tags: social,
			cache: 'public, max-age=60, stale-while-revalidate=600',
		})
}
