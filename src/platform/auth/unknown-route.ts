import { type Answer, text } from '#platform/http/routing/answer.ts'
import type { RouteOptions } from '#platform/http/routing/route-options.ts'
import { AuthError } from './errors.ts'

/** The plain-text 404 of an unknown address. */
export function notFound(): Answer {
	return text('404 page not found\n', 404)
}

const methodOrder = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Answers an address or a method that has no route: 405 when the address takes other methods. */
export function unknownRoute(methods: readonly string[]): Answer {
	const allow = methodOrder.filter((method) => methods.includes(method)).join(', ')
	return allow === '' ? notFound() : text('405 method not allowed\n', 405, { allow })
}

/** Checks at addresses without a route, so that they cannot be told from their neighbours. Paths below the prefix. */
const neighbours: [RegExp, RouteOptions][] = [
	[/^\/(verify|callback|authorize|health|captcha|\.well-known\/)/, { trust: 'public' }],
	[/^\/sso\/saml\//, { trust: 'public', flag: 'saml' }],
	[/^\/sso(\/|$)/, { trust: 'key', flag: 'saml' }],
	[/^\/passkeys(\/|$)/, { trust: 'key', flag: 'passkeys' }],
	[/^\/admin\/sso(\/|$)/, { trust: 'admin', flag: 'saml' }],
	[/^\/admin(\/|$)/, { trust: 'admin' }],
]

export function unknownRouteOptions(path: string): RouteOptions {
	return neighbours.find(([pattern]) => pattern.test(path))?.[1] ?? { trust: 'key' }
}

/** The OAuth server of Supabase Auth is not implemented: its endpoints answer as if an operator had disabled it. */
export function oauthServerDisabled(): never {
	throw new AuthError(404, 'feature_disabled', 'OAuth server is disabled')
}
