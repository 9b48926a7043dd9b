import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Deps } from '#platform/deps.ts'
import { clientConfig } from '#platform/health/health.ts'
import { securityHeaders } from '#platform/http/response/security-headers.ts'
import { html } from '#platform/http/routing/answer.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import { jsonForHtml } from './document.ts'
import type { Site } from './site.ts'

const configPlaceholder = /(<script type="application\/json" id="plaudit-config">)(<\/script>)/

/** The document of the app, for every path of /auth and /dashboard, with the client's configuration inlined. */
export async function getAppPage({ config, keys }: Deps, site: Site, dist: string): Promise<Handler> {
	const { tag, scripts, connections } = site.analytics
	const built = await readFile(join(dist, 'app/index.html'), 'utf8')
	const values = jsonForHtml(clientConfig(config, keys.anonKey))
	const page = built
		.replace(configPlaceholder, (_, open: string, close: string) => open + values + close)
		.replace('<meta charset="utf-8" />', (charset) => charset + site.assets.themeTag)
		.replace('</head>', () => `${tag}</head>`)
	const headers = {
		'cache-control': 'no-cache',
		...securityHeaders('app', config, { scripts, connections }),
	}
	return () => html(page, 200, headers)
}
