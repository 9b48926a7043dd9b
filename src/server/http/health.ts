import { Hono } from 'hono'
import type { Deps, Env } from '#server/deps.ts'
import { offeredWays } from '#server/offered.ts'
import { startsVisits } from '#server/provider-settings.ts'
import { captchaForBrowsers } from './captcha-sources.ts'
import { mayReadMetrics, metrics } from './metrics.ts'
import { probeQuery } from './queries.ts'

/**
 * Addresses for machines: liveness, readiness, client configuration, metrics (operations.md).
 * @param patience milliseconds that the database has to show itself ready
 */
export function healthRoutes(deps: Deps, patience = 5000): Hono<Env> {
	const { config, db, keys } = deps
	const app = new Hono<Env>()

	const probe = oneAtATime(() =>
		db.as({ role: 'service_role' }, (tx) => tx.final(probeQuery()), { statementTimeout: 2000 }),
	)

	app.get('/health', (c) => c.json({ status: 'ok' }, 200, noStore))

	app.get('/ready', async (c) => {
		try {
			await within(patience, probe())
			return c.json({ status: 'ready' }, 200, noStore)
		} catch (error) {
			deps.log.warn({ err: error }, 'not ready')
			return c.json({ status: 'unavailable' }, 503, { ...noStore, 'retry-after': '1' })
		}
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

/**
 * Everybody who asks while the work is being done shares what comes of it: anybody may ask for a write of one and the same
 * row, and a crowd that does must not fill the pool.
 */
function oneAtATime(work: () => Promise<unknown>): () => Promise<unknown> {
	let running: Promise<unknown> | undefined
	return () => {
		running ??= work().finally(() => {
			running = undefined
		})
		return running
	}
}

/** Whoever asks wants to know now: a database that says nothing at all is given up later, and by others. */
async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
	const late = Promise.withResolvers<never>()
	const timer = setTimeout(() => late.reject(new Error('no answer in time')), milliseconds)
	await Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}

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
