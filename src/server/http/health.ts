import { timingSafeEqual } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { Hono } from 'hono'
import type { Deps, Env } from '#server/deps.ts'
import { probeQuery } from './queries.ts'

/** Addresses for machines: liveness, readiness, client configuration, metrics (operations.md). */
export function healthRoutes(deps: Deps): Hono<Env> {
	const { config, db, keys } = deps
	const app = new Hono<Env>()

	app.get('/health', (c) => c.json({ status: 'ok' }, 200, noStore))

	app.get('/ready', async (c) => {
		try {
			await db.as({ role: 'service_role' }, (tx) => tx.final(probeQuery()), {
				statementTimeout: 2000,
			})
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
		if (!mayReadMetrics(c.var.ip, c.req.header('authorization'), config.METRICS_TOKEN))
			return c.notFound()
		return c.text(await metrics(config.DATA_DIR), 200, {
			'content-type': 'text/plain; version=0.0.4',
		})
	})

	return app
}

const noStore = { 'cache-control': 'no-store' }

/** What a browser needs to know; also inlined in the app's page. */
export function clientConfig(config: Deps['config'], anonKey: string) {
	const providers = Object.fromEntries(Object.keys(config.providers).map((name) => [name, true]))
	return {
		url: config.SITE_URL,
		anonKey,
		providers: { google: false, ...providers },
		signup: config.SIGNUP,
		passwordMinLength: config.PASSWORD_MIN_LENGTH,
		saml: config.SAML_ENABLED,
		solana: config.WEB3_SOLANA_ENABLED,
	}
}

function mayReadMetrics(
	ip: string,
	authorization: string | undefined,
	token: string | undefined,
): boolean {
	if (token) {
		const given = Buffer.from(authorization ?? '')
		const expected = Buffer.from(`Bearer ${token}`)
		return given.length === expected.length && timingSafeEqual(given, expected)
	}
	return ip === '::1' || ip.startsWith('127.')
}

async function metrics(dataDir: string): Promise<string> {
	const { rss, heapUsed } = process.memoryUsage()
	const disk = await statfs(dataDir)
	const { user, system } = process.cpuUsage()
	const values: [name: string, kind: 'gauge' | 'counter', value: number][] = [
		['process_resident_memory_bytes', 'gauge', rss],
		['nodejs_heap_used_bytes', 'gauge', heapUsed],
		['process_cpu_seconds_total', 'counter', (user + system) / 1e6],
		['process_uptime_seconds', 'gauge', process.uptime()],
		['plaudit_data_dir_free_bytes', 'gauge', disk.bavail * disk.bsize],
	]
	return values.map(([name, kind, value]) => `# TYPE ${name} ${kind}\n${name} ${value}\n`).join('')
}
