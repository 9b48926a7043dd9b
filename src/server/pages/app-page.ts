import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Hono } from 'hono'
import type { Deps, Env } from '#server/deps.ts'
import { clientConfig } from '#server/http/health.ts'
import { securityHeaders } from '#server/http/security-headers.ts'
import { jsonForHtml } from './document.ts'
import type { Site } from './site.ts'

const place = /(<script type="application\/json" id="plaudit-config">)(<\/script>)/

/** The one document of the app, for /auth and /dashboard, with what its client needs to know inlined. */
export async function appPage(deps: Deps, site: Site, dist: string): Promise<Hono<Env>> {
	const { config, keys } = deps
	const { tag, scripts, connections } = site.analytics
	const built = await readFile(join(dist, 'app/index.html'), 'utf8')
	const values = jsonForHtml(clientConfig(config, keys.anonKey))
	const html = built
		.replace(place, (_, open: string, close: string) => open + values + close)
		.replace('<meta charset="utf-8" />', (charset) => charset + site.assets.themeTag)
		.replace('</head>', () => `${tag}</head>`)
	const headers = {
		'cache-control': 'no-cache',
		...securityHeaders('app', config, { scripts, connections }),
	}
	const routes = new Hono<Env>()
	for (const path of ['/auth', '/auth/confirm', '/dashboard', '/dashboard/*'])
		routes.get(path, (c) => c.html(html, 200, headers))
	return routes
}
