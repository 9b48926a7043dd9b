import { Hono } from 'hono'
import type { Config } from '#server/config.ts'
import type { Env } from '#server/deps.ts'

const day = { 'cache-control': 'public, max-age=86400' }
const year = 365 * 86_400_000

/** The mark on a tile that stands on light and dark tabs alike. */
const favicon =
	'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#1f6b4a"/><path d="M14 8.5c-4.6 1.6-7 5-7 9.6 0 3.4 1.7 5.4 4.3 5.4 2.2 0 3.9-1.6 3.9-3.8 0-2.1-1.5-3.6-3.5-3.6h-.5c.3-2.3 1.7-4.2 4-5.5zM25 8.5c-4.6 1.6-7 5-7 9.6 0 3.4 1.7 5.4 4.3 5.4 2.2 0 3.9-1.6 3.9-3.8 0-2.1-1.5-3.6-3.5-3.6h-.5c.3-2.3 1.7-4.2 4-5.5z" fill="#fbf9f4"/></svg>'

/** Files that crawlers, browsers and finders of weaknesses look for. */
export function machineFiles({ SITE_URL, MAIL_FROM }: Config): Hono<Env> {
	const routes = new Hono<Env>()
	routes.get('/robots.txt', (c) =>
		c.text(
			`User-agent: *\nDisallow: /dashboard\nDisallow: /auth\nDisallow: /t/\n\nSitemap: ${SITE_URL}/sitemap.xml\n`,
			200,
			day,
		),
	)
	routes.get('/sitemap.xml', (c) =>
		c.body(
			`<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${SITE_URL}/</loc></url></urlset>\n`,
			200,
			{ ...day, 'content-type': 'application/xml; charset=utf-8' },
		),
	)
	routes.get('/.well-known/security.txt', (c) => {
		const address = /<([^>]+)>/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM
		// RFC 9116 wants an end; a running installation vouches for itself afresh.
		const expires = new Date(Date.now() + year).toISOString()
		return c.text(
			`Contact: mailto:${address}\nExpires: ${expires}\nCanonical: ${SITE_URL}/.well-known/security.txt\nPreferred-Languages: en\n`,
			200,
			day,
		)
	})
	routes.get('/favicon.svg', (c) =>
		c.body(favicon, 200, { ...day, 'content-type': 'image/svg+xml' }),
	)
	routes.get('/favicon.ico', (c) => c.redirect('/favicon.svg', 302))
	routes.get('/site.webmanifest', (c) =>
		c.body(JSON.stringify(webManifest), 200, {
			...day,
			'content-type': 'application/manifest+json',
		}),
	)
	return routes
}

const webManifest = {
	name: 'Plaudit',
	short_name: 'Plaudit',
	start_url: '/dashboard',
	display: 'standalone',
	background_color: '#fbf9f4',
	theme_color: '#fbf9f4',
	icons: [{ src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' }],
}
