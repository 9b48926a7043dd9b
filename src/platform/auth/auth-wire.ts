import type { Config } from '#platform/config/config.ts'
import { arePasskeysEnabled } from '#platform/config/public-config.ts'
import { apiHeaders } from '#platform/http/response/security-headers.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import type { Route, Wire } from '#platform/http/routing/route.ts'
import type { RouteOptions } from '#platform/http/routing/route-options.ts'
import type { AccountsContext } from './accounts/accounts-context.ts'
import { requireAdmin } from './accounts/bearer/require-admin.ts'
import type { AuthContext } from './auth-context.ts'
import { readBody } from './body.ts'
import { ApiKeyError, AuthError } from './errors.ts'
import { type EndpointLimit, isEndpointLimit } from './limits/rate-limits.ts'
import { renderAuthError } from './render-auth-error.ts'
import { unknownRoute, unknownRouteOptions } from './unknown-route.ts'

const prefix = '/auth/v1'

/**
 * Options that all routes of auth/v1 share. Refusals come in a fixed order: key, administrator, flag, captcha, body, limit.
 * `trust: 'user'` is carried out by handlers, in the transaction that reads the account.
 * @param requireCaptcha undefined when no captcha is configured
 */
export function createAuthWire(
	context: AuthContext,
	requireCaptcha: ((x: Exchange) => Promise<void>) | undefined,
): Wire {
	const { config, limits, log } = context
	const requireKey = createApiKeyGuard(context)
	const disabled = disabledFlags(config)

	const admitFurther = async (x: Exchange, { flag, captcha, body, limit }: RouteOptions) => {
		const refusal = flag && disabled[flag]
		if (refusal) throw new AuthError(404, ...refusal)
		const isGuarded = captcha === true || captcha?.(x)
		const checkCaptcha = isGuarded ? requireCaptcha : undefined
		const budget = limit === 'byBody' ? undefined : (limit as EndpointLimit | undefined)
		await checkCaptcha?.(x)
		const parsed = body && (await readBody(x, body))
		if (budget) await limits.request(budget, x.ip)
		return parsed
	}

	return {
		prefix,
		headers: { ...apiHeaders(config), 'cache-control': 'no-store' },
		cors: true,
		// Answers hold secrets beside text that callers choose, and the compressed size would reveal them (BREACH).
		compress: false,
		async admit(x) {
			const options = x.options.trust ? x.options : unknownRouteOptions(x.path.slice(prefix.length))
			if (options.trust !== 'public') await requireKey(x)
			if (options.trust === 'admin') await requireAdmin(context, x)
			return admitFurther(x, options)
		},
		renderError: (error, x) => renderAuthError(error, x, log),
		unknown: (_, allow) => unknownRoute(allow),
	}
}

/**
 * A misspelt name must not leave a route without its limit or flag.
 * @throws Error naming the first route whose limit or flag does not exist
 */
export function checkRouteNames(config: Config, routes: readonly Route[]): void {
	const flags = disabledFlags(config)
	for (const { method, path, options } of routes) {
		const { flag, limit } = options
		if (flag !== undefined && !Object.hasOwn(flags, flag))
			throw new Error(`${method} ${path} names the unknown flag ${flag}`)
		if (limit !== undefined && limit !== 'byBody' && !isEndpointLimit(limit))
			throw new Error(`${method} ${path} names the unknown limit ${limit}`)
	}
}

type Refusal = [code: 'saml_provider_disabled' | 'passkey_disabled', message: string]

/** Refusals of the features that this installation does not offer. */
function disabledFlags(config: Config): Record<string, Refusal | undefined> {
	return {
		saml: config.SAML_ENABLED ? undefined : ['saml_provider_disabled', 'SAML 2.0 is disabled'],
		passkeys: arePasskeysEnabled(config) ? undefined : ['passkey_disabled', 'Passkeys are disabled'],
	}
}

/**
 * Builds the check of the API key, which is required unless API_KEY_OPTIONAL is set. Users are identified later.
 * @throws ApiKeyError from the returned function, as a rejection
 */
function createApiKeyGuard({ config, keys, verifyToken }: AccountsContext) {
	const isKey = async (key: string): Promise<boolean> => {
		if (keys.roleByApiKey.has(key)) return true
		try {
			const { sub, role } = await verifyToken(key)
			return sub === undefined && (role === 'anon' || role === 'service_role')
		} catch {
			return false
		}
	}
	return async (x: Exchange): Promise<void> => {
		const key = x.header('apikey') ?? x.query('apikey')
		const isOptional = config.API_KEY_OPTIONAL || x.header('authorization')
		if (key ? await isKey(key) : isOptional) return
		throw key
			? new ApiKeyError('Invalid API key', 'Double check the API key that you use.')
			: new ApiKeyError('No API key found in request', 'No `apikey` request header or url param was found.')
	}
}
