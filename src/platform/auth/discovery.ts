import { createHash } from 'node:crypto'
import { arePasskeysEnabled } from '#platform/config/public-config.ts'
import type { Deps } from '#platform/deps.ts'
import { hasEtag } from '#platform/http/response/etag.ts'
import { type Answer, empty, json } from '#platform/http/routing/answer.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import type { AuthContext } from './auth-context.ts'
import { redirectProviderNames, supabaseProviders } from './providers/oauth/provider.ts'

/** For answers that are the same for every caller. */
export const publicCacheHeaders = { 'cache-control': 'public, max-age=600' }
/** GET /settings: the sign-in methods of this installation. */
export function settings({ config, sms }: AuthContext) {
	const usable = redirectProviderNames(config)
	const providers = [...new Set([...supabaseProviders, ...usable])]
	const answer = {
		external: {
			anonymous_users: config.ANONYMOUS_SIGNIN,
			...Object.fromEntries(providers.map((name) => [name, usable.includes(name)])),
			email: config.EMAIL_SIGNIN,
			phone: sms.isOffered,
		},
		disable_signup: config.SIGNUP !== 'open',
		mailer_autoconfirm: config.MAIL_AUTOCONFIRM,
		phone_autoconfirm: config.SMS_AUTOCONFIRM,
		sms_provider: config.SMS_PROVIDER ?? '',
		saml_enabled: config.SAML_ENABLED,
		saml_private_key_next_configured: false,
		passkeys_enabled: arePasskeysEnabled(config),
	}
	return () => json(answer)
}

/** GET /health */
export function health() {
	return json({
		version: 'v2.196.0',
		name: 'GoTrue',
		description: 'GoTrue is a user registration and authentication API',
	})
}

/**
 * GET /.well-known/jwks.json: the public keys that verify access tokens, or 304 to a client that has them. Serialized
 * again only when a rotation has replaced the set.
 */
export function publicKeySet({ keys }: Pick<Deps, 'keys'>): Handler {
	let rendered: Deps['keys']['publicJwks'] | undefined
	let answer: Answer
	let tag: string
	return (x) => {
		if (rendered !== keys.publicJwks) {
			rendered = keys.publicJwks
			const made = json(rendered, 200, publicCacheHeaders)
			// Stated here, it is in the answer to HEAD too.
			const length = String(Buffer.byteLength(made.body as string))
			tag = `"${createHash('sha256')
				.update(made.body as string)
				.digest('base64url')}"`
			answer = { ...made, headers: { ...made.headers, 'content-length': length, etag: tag } }
		}
		if (hasEtag(x.header('if-none-match'), tag)) return empty(304, { ...publicCacheHeaders, etag: tag })
		return answer
	}
}

/** GET /.well-known/openid-configuration */
export function openidConfiguration({ config, keys }: AuthContext) {
	const issuer = `${config.SITE_URL}/auth/v1`
	const answer = {
		issuer,
		authorization_endpoint: `${issuer}/authorize`,
		token_endpoint: `${issuer}/token`,
		jwks_uri: `${issuer}/.well-known/jwks.json`,
		userinfo_endpoint: `${issuer}/user`,
		response_types_supported: ['code'],
		response_modes_supported: ['query'],
		grant_types_supported: ['authorization_code', 'refresh_token'],
		subject_types_supported: ['public'],
		scopes_supported: ['openid', 'email', 'profile'],
		code_challenge_methods_supported: ['S256', 'plain'],
	}
	return () => json({ ...answer, id_token_signing_alg_values_supported: [keys.signing.alg] }, 200, publicCacheHeaders)
}
