import type { ZodType } from 'zod'

/**
 * The credentials that an address demands: none; the project key; no key, but a good one if any (`openKey`); a key or token
 * whose claims the database judges (`caller`); a user's token; the service key or an administrator's token; a signed link;
 * the operator's own token or machine.
 */
export type Trust = 'public' | 'key' | 'openKey' | 'caller' | 'user' | 'admin' | 'link' | 'operator'

/** The options on a route's line. A wire's `admit` carries out all but `head`. */
export type RouteOptions<Body = undefined> = {
	/** Undefined only where neither the route nor its wire declares one, which a test refuses. */
	trust?: Trust | undefined
	/** The body is read and parsed before the handler, which is given the value. */
	body?: ZodType<Body>
	/** Largest body, in bytes, where it is not the wire's usual limit. */
	maxBytes?: number
	/** Name of the rate limit; `byBody` where the handler takes it, as the body decides or other refusals come first. */
	limit?: string
	/** The scope with which an issued key may call it; without one the route is closed to these keys. */
	scope?: string
	/** A captcha is required, always or for some requests. */
	captcha?: true | ((x: { query(name: string): string | undefined }) => boolean)
	/** Name of the feature that must be enabled. */
	flag?: string
	/** False where a HEAD must not do what GET does. */
	head?: false
}
