import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Deps } from '#platform/deps.ts'
import { clientConfig } from '#platform/health/health.ts'
import { securityHeaders } from '#platform/http/response/security-headers.ts'
import { html } from '#platform/http/routing/answer.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import { isAppPath } from '#shared/app-paths.ts'
import { jsonForHtml } from './document.ts'
import type { Site } from './site.ts'

const configPlaceholder = /(<script type="application\/json" id="plaudit-config">)(<\/script>)/

/**
 * The document of the app, with the client's configuration inlined. For a path without a screen the status is 404, and the app
 * shows its own not-found page. `secret` is for paths that contain a token: no counter, cache, search engine or other site
 * learns of it.
 */
export async function getAppPage(
	{ config, keys }: Deps,
	site: Site,
	dist: string,
): Promise<{ open: Handler; secret: Handler }> {
	const { tag, scripts, connections } = site.analytics
	const built = await readFile(join(dist, 'app/index.html'), 'utf8')
	const values = jsonForHtml(clientConfig(config, keys.anonKey))
	const page = built
		.replace(configPlaceholder, (_, open: string, close: string) => open + values + close)
		.replace('<meta charset="utf-8" />', (charset) => charset + site.assets.themeTag)
	const open = page.replace('</head>', () => `${tag}</head>`)
	const headers = {
		'cache-control': 'no-cache',
		...securityHeaders('app', config, { scripts, connections }),
	}
	const secretHeaders = {
		...securityHeaders('app', config),
		'cache-control': 'no-store',
		'referrer-policy': 'no-referrer',
		'x-robots-tag': 'noindex',
	}
	return {
		open: ({ path }) => html(open, isAppPath(path) ? 200 : 404, headers),
		secret: () => html(page, 200, secretHeaders),
	}
}
