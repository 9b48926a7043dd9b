import { canStartSignIn } from '#platform/config/provider-settings.ts'
import { enabledSignInMethods } from '#platform/config/public-config.ts'
import type { Deps } from '#platform/deps.ts'
import { publicCaptchaConfig } from '#platform/http/response/captcha-sources.ts'
import { json } from '#platform/http/routing/answer.ts'
import { rootWire } from '#platform/http/routing/root-wire.ts'
import { createRoutes, type Route } from '#platform/http/routing/route.ts'
import { createReadinessCheck, type ReadinessPart } from './readiness.ts'

/**
 * Addresses for machines: liveness, readiness, client configuration.
 * @param patience milliseconds that the database and the file store have to show themselves ready
 * @param isEngineAlive whether the embedded PostgreSQL answers; without it, only a restart of the process may help
 */
export function healthRoutes(
	deps: Deps,
	{ patience = 5000, isEngineAlive = () => true }: { patience?: number; isEngineAlive?: () => boolean } = {},
): Route[] {
	const { config, keys, metrics } = deps
	const routes = createRoutes({ ...rootWire(deps), trust: 'public' })

	const checkReadiness = createReadinessCheck(deps, patience)
	metrics.collect(async () => {
		const parts = await checkReadiness()
		return parts.map((part) => ({ name: 'plaudit_ready', labels: { check: part.name }, value: Number(isReady(part)) }))
	})

	routes.get('/health', () =>
		isEngineAlive() ? json({ status: 'ok' }, 200, noStore) : json({ status: 'database gone' }, 503, noStore),
	)

	routes.get('/ready', async () => {
		const checks = await checkReadiness()
		if (checks.every(isReady)) return json({ status: 'ready', checks }, 200, noStore)
		return json({ status: 'unavailable', checks }, 503, { ...noStore, 'retry-after': '1' })
	})

	routes.get('/config.json', () =>
		json(clientConfig(config, keys.anonKey), 200, {
			'cache-control': 'public, max-age=60',
			'access-control-allow-origin': '*',
		}),
	)

	return routes.list
}

/** True when a part leaves the node in rotation. */
const isReady = ({ ok, required }: ReadinessPart) => ok || required === false

const noStore = { 'cache-control': 'no-store' }

/** Public configuration for browsers; also inlined in the app's page. */
export function clientConfig(config: Deps['config'], anonKey: string) {
	const providers = Object.fromEntries(
		Object.entries(config.providers).map(([name, provider]) => [name, canStartSignIn(provider)]),
	)
	return {
		url: config.SITE_URL,
		anonKey,
		providers: { google: false, ...providers },
		signup: config.SIGNUP,
		passwordMinLength: config.PASSWORD_MIN_LENGTH,
		captcha: publicCaptchaConfig(config),
		...enabledSignInMethods(config),
	}
}
