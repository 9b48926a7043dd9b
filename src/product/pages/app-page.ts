import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Deps } from '#platform/deps.ts'
import { clientConfig } from '#platform/health/health-routes.ts'
import { securityHeaders } from '#platform/http/response/security-headers.ts'
import { html } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import type { FindFreshState, FreshState } from '#platform/operators/fresh-server.ts'
import { isAppPath } from '#shared/app-paths.ts'
import { jsonForHtml } from './document.ts'
import type { Site } from './site.ts'

const configPlaceholder = /(<script type="application\/json" id="plaudit-config">)(<\/script>)/

/**
 * The document of the app, with the client's configuration inlined. For a path without a screen the status is 404, and the app
 * shows its own not-found page. A server without an account says so in the configuration. `secret` is for paths that contain a token: no counter, cache, search engine or other site
 * learns of it.
 */
export async function getAppPage(
	{ config, keys }: Deps,
	site: Site,
	dist: string,
	findFreshState: FindFreshState,
): Promise<{ open: Handler; secret: Handler }> {
	const { tag, scripts, connections } = site.analytics
	const built = await readFile(join(dist, 'app/index.html'), 'utf8')
	const clientValues = clientConfig(config, keys.anonKey)
	const write = (fresh: FreshState) => {
		const values = jsonForHtml(fresh ? { ...clientValues, fresh } : clientValues)
		const page = built
			.replace(configPlaceholder, (_, open: string, close: string) => open + values + close)
			.replace('<meta charset="utf-8" />', (charset) => charset + site.assets.themeTag)
		return { secret: page, open: page.replace('</head>', () => `${tag}</head>`) }
	}
	const usual = write(null)
	const pageFor = async (x: Exchange) => {
		const fresh = await findFreshState(x)
		return fresh ? write(fresh) : usual
	}
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
		open: async (x) => html((await pageFor(x)).open, isAppPath(x.path) ? 200 : 404, headers),
		secret: async (x) => html((await pageFor(x)).secret, 200, secretHeaders),
	}
}
