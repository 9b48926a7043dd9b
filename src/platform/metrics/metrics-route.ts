import { timingSafeEqual } from 'node:crypto'
import type { Deps } from '#platform/deps.ts'
import { text } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { rootWire } from '#platform/http/routing/root-wire.ts'
import { createRoutes, type Route } from '#platform/http/routing/route.ts'

/** GET /metrics: the numbers of this process for Prometheus, for readers with METRICS_TOKEN or on this machine. */
export function metricsRoutes(deps: Deps): Route[] {
	const { config, metrics } = deps
	const routes = createRoutes({ ...rootWire(deps), trust: 'operator' })
	routes.get('/metrics', async (x) => {
		if (!mayReadMetrics(x, config.METRICS_TOKEN)) return text('404 Not Found', 404)
		return text(await metrics.render(), 200, { 'content-type': 'text/plain; version=0.0.4' })
	})
	return routes.list
}

/** Headers that proxies add. */
const proxyHeaders = ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip', 'cf-connecting-ip']

/**
 * Requires the token if one is set; otherwise only requests from this machine that came through no proxy. Behind a
 * proxy that is not in TRUSTED_PROXIES every request seems local.
 */
function mayReadMetrics(x: Exchange, token: string | undefined): boolean {
	if (token) {
		const given = Buffer.from(x.header('authorization') ?? '')
		const expected = Buffer.from(`Bearer ${token}`)
		return given.length === expected.length && timingSafeEqual(given, expected)
	}
	const isRelayed = proxyHeaders.some((name) => x.header(name) !== undefined)
	return !isRelayed && (x.ip === '::1' || x.ip.startsWith('127.'))
}
