import { createMiddleware } from 'hono/factory'
import type { AuthContext } from '#server/auth/auth-context.ts'
import type { Env } from '#server/deps.ts'

/** Addresses that a browser or a machine visits without a key (auth.md §1.3). */
const keyless = [
	'/verify',
	'/callback',
	'/authorize',
	'/health',
	'/.well-known/',
	'/sso/saml/',
	'/captcha',
]

/** Builds the function that knows a key of ours: one of the list, or a role's token. */
export function createKeyCheck({ keys, verifyToken }: AuthContext) {
	return (key: string): boolean => {
		if (keys.roleByApiKey.has(key)) return true
		try {
			const { sub, role } = verifyToken(key)
			return sub === undefined && (role === 'anon' || role === 'service_role')
		} catch {
			return false
		}
	}
}

/** Refuses requests without a key (unless API_KEY_OPTIONAL), or with one that is not ours; which user it is, is decided later. */
export function requireApiKey(context: AuthContext) {
	const isKey = createKeyCheck(context)
	return createMiddleware<Env>(async (c, next) => {
		const path = c.req.path.slice(c.req.path.indexOf('/v1') + 3)
		if (keyless.some((start) => path.startsWith(start))) return next()
		const key = c.req.header('apikey') ?? c.req.query('apikey')
		const isOptional = context.config.API_KEY_OPTIONAL || c.req.header('authorization')
		if (key ? isKey(key) : isOptional) return next()
		return c.json(
			key
				? { message: 'Invalid API key', hint: 'Double check the API key that you use.' }
				: {
						message: 'No API key found in request',
						hint: 'No `apikey` request header or url param was found.',
					},
			401,
		)
	})
}
