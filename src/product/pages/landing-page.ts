import { redirect } from '#platform/http/routing/answer.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import { renderPage, type Site } from './site.ts'

const callbackNames = ['code', 'error', 'error_code', 'error_description']

/** GET /: the front page. A sign-in that is redirected here goes on to the app with the same query. */
export function getLandingPage(site: Site): Handler {
	const { assets, config } = site
	const page = assets.pages.renderLanding({
		embedScriptBytes: assets.embedScriptBytes,
		isOpen: config.SIGNUP === 'open',
	})
	const social = [
		`<link rel="canonical" href="${config.SITE_URL}/">`,
		'<meta property="og:type" content="website">',
		`<meta property="og:title" content="${page.title}">`,
		`<meta property="og:url" content="${config.SITE_URL}/">`,
	]
	return ({ search, searchParams }) => {
		if (callbackNames.some((name) => searchParams.has(name)))
			return redirect(`/auth${search}`, 302, { 'cache-control': 'no-store' })
		return renderPage(site, {
			page,
			surface: 'public',
			style: 'landing/landing.css',
			script: 'landing/landing-client.ts',
			isCounterDeferred: true,
			tags: social,
			cache: 'public, max-age=60, stale-while-revalidate=600',
		})
	}
}
