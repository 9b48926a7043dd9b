import { Hono } from 'hono'
import type { Env } from '#server/deps.ts'
import { answerPage, type Site } from './site.ts'

const callbackNames = ['code', 'error', 'error_code', 'error_description']

/** The front page. A sign-in that comes back here goes on to the app with the same query (product.md §2). */
export function landingRoute(site: Site): Hono<Env> {
	const routes = new Hono<Env>()
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
	routes.get('/', (c) => {
		const { search, searchParams } = new URL(c.req.url)
		if (callbackNames.some((name) => searchParams.has(name))) {
			c.header('cache-control', 'no-store')
			return c.redirect(`/auth${search}`, 302)
		}
		return answerPage(c, site, {
			page,
			surface: 'public',
			style: 'landing/landing.css',
			script: 'landing/landing-client.ts',
			countsLate: true,
			tags: social,
			cache: 'public, max-age=60, stale-while-revalidate=600',
		})
	})
	return routes
}
