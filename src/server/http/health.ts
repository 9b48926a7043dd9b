import { Hono } from 'hono'
import type { Deps, Env } from '#server/deps.ts'
import { offeredWays } from '#server/offered.ts'
import { startsVisits } from '#server/provider-settings.ts'
import { captchaForBrowsers } from './captcha-sources.ts'
import { mayReadMetrics, metrics } from './metrics.ts'
import { createReadiness } from './readiness.ts'

/**
 * Addresses for machines: liveness, readiness, client configuration, metrics (operations.md).
 * @param patience milliseconds that the database and the file store have to show themselves ready
 * @param isEngineAlive whether the embedded PostgreSQL answers; without it, only a restart of the process may help
 */
export function healthRoutes(
	deps: Deps,
	{
		patience = 5000,
		isEngineAlive = () => true,
	}: { patience?: number; isEngineAlive?: () => boolean } = {},
): Hono<Env> {
	const { config, keys } = deps
	const app = new Hono<Env>()

	const look = createReadiness(deps, patience)

	app.get('/health', (c) =>
		isEngineAlive()
			? c.json({ status: 'ok' }, 200, noStore)
			: c.json({ status: 'database gone' }, 503, noStore),
	)

	app.get('/ready', async (c) => {
		const { database, files } = await look()
		if (database && files) return c.json({ status: 'ready' }, 200, noStore)
		const parts = { database: word(database), files: word(files) }
		const headers = { ...noStore, 'retry-after': '1' }
		return c.json({ status: 'unavailable', ...parts }, 503, headers)
	})

	app.get('/config.json', (c) =>
		c.json(clientConfig(config, keys.anonKey), 200, {
			'cache-control': 'public, max-age=60',
			'access-control-allow-origin': '*',
		}),
	)

	app.get('/metrics', async (c) => {
		if (!mayReadMetrics(c.var.ip, (name) => c.req.header(name), config.METRICS_TOKEN))
			return c.notFound()
		return c.text(await metrics(config.DATA_DIR), 200, {
			'content-type': 'text/plain; version=0.0.4',
		})
	})

	return app
}

const word = (isReady: boolean) => (isReady ? 'ready' : 'unavailable')
const noStore = { 'cache-control': 'no-store' }

/** What a browser needs to know; also inlined in the app's page. */
export function clientConfig(config: Deps['config'], anonKey: string) {
	const providers = Object.fromEntries(
		Object.entries(config.providers).map(([name, provider]) => [name, startsVisits(provider)]),
	)
	return {
		url: config.SITE_URL,
		anonKey,
		providers: { google: false, ...providers },
		signup: config.SIGNUP,
		passwordMinLength: config.PASSWORD_MIN_LENGTH,
		captcha: captchaForBrowsers(config),
		...offeredWays(config),
	}
}
