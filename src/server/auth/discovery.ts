import type { Context } from 'hono'
import type { Env } from '#server/deps.ts'
import { offersPasskeys } from '#server/offered.ts'
import type { AuthContext } from './auth-context.ts'
import { visitable } from './openid/provider.ts'

/** Of answers that are the same for everybody. */
export const publicCaching = { 'cache-control': 'public, max-age=600' }
/** Providers that the reference server lists; those that are not set up here are false. */
export const listedProviders: readonly string[] = [
	'apple',
	'azure',
	'bitbucket',
	'discord',
	'facebook',
	'snapchat',
	'figma',
	'fly',
	'github',
	'gitlab',
	'google',
	'keycloak',
	'kakao',
	'linkedin',
	'linkedin_oidc',
	'notion',
	'spotify',
	'slack',
	'slack_oidc',
	'workos',
	'twitch',
	'twitter',
	'zoom',
]

/** GET /settings: what this installation offers (auth.md §2.11). */
export function settings({ config, sms }: AuthContext) {
	const usable = visitable(config)
	const providers = [...new Set([...listedProviders, ...usable])]
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
		passkeys_enabled: offersPasskeys(config),
	}
	return (c: Context<Env>) => c.json(answer)
}

/** GET /health */
export function health(c: Context<Env>) {
	return c.json({
		version: 'v2.196.0',
		name: 'GoTrue',
		description: 'GoTrue is a user registration and authentication API',
	})
}

/** GET /.well-known/jwks.json: the public halves, so that others can verify our tokens. */
export function publicKeys({ keys }: AuthContext) {
	return (c: Context<Env>) => c.json(keys.publicJwks, 200, publicCaching)
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
	return (c: Context<Env>) =>
		c.json(
			{ ...answer, id_token_signing_alg_values_supported: [keys.signing.alg] },
			200,
			publicCaching,
		)
}
