import { createPrivateKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { flag, list } from './setting-types.ts'

/** Key that signs Apple's client secret, a JWT made for each exchange. */
export type AppleKey = { teamId: string; keyId: string; key: KeyObject }

/** A sign-in provider as configured by the operator. */
export type Provider = {
	kind: 'openid' | 'apple' | 'github'
	/** The first one starts sign-ins; ID tokens may be issued to any of them. */
	clientIds: readonly string[]
	/** Without a secret, only the provider's ID tokens are accepted and no sign-in can start. */
	clientSecret: string | AppleKey | undefined
	/** For GitHub, which has no issuer, the address of the site. */
	issuer: string
	/** Requested in addition to the provider's own scopes. */
	scopes: readonly string[]
	skipNonceCheck: boolean
	emailOptional: boolean
}

const providerSchema = z.object({
	CLIENT_ID: list.pipe(z.array(z.string()).min(1)),
	CLIENT_SECRET: z.string().optional(),
	// Kept unchanged: a trailing slash belongs to an issuer's name.
	ISSUER: z.url({ protocol: /^https?$/ }).optional(),
	SCOPES: list.default([]),
	SKIP_NONCE_CHECK: flag.default(false),
	EMAIL_OPTIONAL: flag.default(false),
	TEAM_ID: z.string().optional(),
	KEY_ID: z.string().optional(),
	PRIVATE_KEY: z.string().optional(),
})

const providerParts = Object.keys(providerSchema.shape)
/** Names of provider settings; Google's may leave out `OAUTH_`. */
export const providerSetting = new RegExp(`^(?:OAUTH_([A-Z][A-Z0-9_]*?)|(GOOGLE))_(${providerParts.join('|')})$`)
/** All setting names of the provider that `name` mentions; none if it mentions no provider. */
export function providerSettingsLike(name: string): string[] {
	const [provider] = /^(OAUTH_[A-Z][A-Z0-9]*|GOOGLE)_/.exec(name) ?? []
	return provider ? providerParts.map((part) => provider + part) : []
}

const knownIssuers: Readonly<Record<string, string>> = {
	google: 'https://accounts.google.com',
	apple: 'https://appleid.apple.com',
	github: 'https://github.com',
}
/** Names of other identity types; a provider with such a name could take them over. */
const reserved = ['email', 'phone', 'web3', 'sso', 'saml', 'passkey', 'custom', 'anonymous_users']

/**
 * Reads `OAUTH_<NAME>_…` (and `GOOGLE_…`) from an environment.
 * @param problems receives a line for each mistake
 * @returns the providers by lower-case name
 */
export function readProviders(env: Record<string, string>, problems: string[]): Record<string, Provider> {
	const found: Record<string, Record<string, string>> = {}
	for (const [setting, value] of Object.entries(env)) {
		const [, long, short, part] = providerSetting.exec(setting) ?? []
		const name = (long ?? short)?.toLowerCase()
		if (name && part) found[name] = { ...found[name], [part]: value }
	}
	const providers: Record<string, Provider> = {}
	for (const [name, env] of Object.entries(found)) {
		const provider = readProvider(name, env)
		if (typeof provider === 'string') problems.push(provider)
		else providers[name] = provider
	}
	return providers
}

/** True when a sign-in can start at the provider; without a secret only its ID tokens are accepted. */
export function canStartSignIn({ clientSecret }: Provider): boolean {
	return clientSecret !== undefined
}

/** One warning for each provider without a secret. */
export function warnWithoutSecret(providers: Readonly<Record<string, Provider>>): string[] {
	return Object.entries(providers)
		.filter(([, provider]) => !canStartSignIn(provider))
		.map(([name]) => `The provider ${name} has no client secret: it takes ID tokens only.`)
}

/** @returns the provider, or the mistake in its settings */
function readProvider(name: string, env: Record<string, string>): Provider | string {
	if (reserved.includes(name)) return `A provider cannot be named ${name}.`
	if (!env.CLIENT_ID) return `The provider ${name} needs a client id.`
	const parsed = providerSchema.safeParse(env)
	if (!parsed.success) {
		const [issue] = parsed.error.issues
		return `The provider ${name}: ${issue?.path.join('.')}: ${issue?.message}`
	}
	const { ISSUER: issuer = knownIssuers[name], ...settings } = parsed.data
	if (!issuer) return `The provider ${name} needs its issuer: OAUTH_${name.toUpperCase()}_ISSUER.`
	const key = readAppleKey(name, settings)
	if (typeof key === 'string') return key
	return {
		kind: name === 'apple' || name === 'github' ? name : 'openid',
		clientIds: settings.CLIENT_ID,
		clientSecret: key ?? settings.CLIENT_SECRET,
		issuer,
		scopes: settings.SCOPES,
		skipNonceCheck: settings.SKIP_NONCE_CHECK,
		emailOptional: settings.EMAIL_OPTIONAL,
	}
}

function readAppleKey(
	name: string,
	{ TEAM_ID: teamId, KEY_ID: keyId, PRIVATE_KEY: pem }: z.infer<typeof providerSchema>,
): AppleKey | string | undefined {
	if (!teamId && !keyId && !pem) return undefined
	if (name !== 'apple') return `Only apple has a team id, a key id and a private key, not ${name}.`
	if (!teamId || !keyId || !pem)
		return 'The provider apple needs OAUTH_APPLE_TEAM_ID, OAUTH_APPLE_KEY_ID and OAUTH_APPLE_PRIVATE_KEY together.'
	try {
		// A line of .env cannot contain line breaks: they are written as \n.
		const key = createPrivateKey(pem.replaceAll('\\n', '\n'))
		if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return { teamId, keyId, key }
	} catch {
		// Falls through to the same message as for other kinds of keys.
	}
	return 'OAUTH_APPLE_PRIVATE_KEY: the .p8 file from Apple, a private P-256 key in PEM form'
}
