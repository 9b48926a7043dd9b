import { createMiddleware } from 'hono/factory'
import { AuthError } from '#server/auth/errors.ts'
import type { Config } from '#server/config.ts'
import type { Env } from '#server/deps.ts'

/** Refuses everything about company sign-on where the operator did not switch it on, before a body is read. */
export function requireSaml({ SAML_ENABLED }: Config) {
	return createMiddleware<Env>(async (_, next) => {
		if (!SAML_ENABLED) throw new AuthError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')
		await next()
	})
}
