import { createPrivateKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { flag, list, providerSetting } from './settings.ts'

/** Signs the client secret that Apple wants: a token of its own, made afresh for each exchange. */
export type AppleKey = { teamId: string; keyId: string; key: KeyObject }

/** A provider that people sign in with, as the operator set it up. */
export type Provider = {
	kind: 'openid' | 'apple' | 'github'
	/** The first begins visits; ID tokens may be made out to any of them. */
	clientIds: readonly string[]
	/** Without one the provider's ID tokens are accepted, and no visit can begin. */
	clientSecret: string | AppleKey | undefined
	/** GitHub is no issuer: there it is the address of the site. */
	issuer: string
	/** Asked for beside the provider's own. */
	scopes: readonly string[]
	skipNonceCheck: boolean
	emailOptional: boolean
}

const addresses: Readonly<Record<string, string>> = {
	google: 'https://accounts.google.com',
	apple: 'https://appleid.apple.com',
	github: 'https://github.com',
}
/** Identities of these names are made in other ways; a provider of that name could take them over. */
const reserved = ['email', 'phone', 'web3', 'sso', 'saml', 'passkey', 'custom', 'anonymous_users']

const parts = z.object({
	CLIENT_ID: list.pipe(z.array(z.string()).min(1)),
	CLIENT_SECRET: z.string().optional(),
	// As it stands: a slash at the end belongs to an issuer's name.
	ISSUER: z.url({ protocol: /^https?$/ }).optional(),
	SCOPES: list.default([]),
	SKIP_NONCE_CHECK: flag.default(false),
	EMAIL_OPTIONAL: flag.default(false),
	TEAM_ID: z.string().optional(),
	KEY_ID: z.string().optional(),
	PRIVATE_KEY: z.string().optional(),
})

/**
 * Reads `OAUTH_<NAME>_…` (and `GOOGLE_…`) from an environment.
 * @param problems gets a line for each mistake
 * @returns the providers by lower-case name
 */
export function readProviders(
	env: Record<string, string>,
	problems: string[],
): Record<string, Provider> {
	const found: Record<string, Record<string, string>> = {}
	for (const [setting, value] of Object.entries(env)) {
		const [, long, short, part] = providerSetting.exec(setting) ?? []
		const name = (long ?? short)?.toLowerCase()
		if (name && part) found[name] = { ...found[name], [part]: value }
	}
	const providers: Record<string, Provider> = {}
	for (const [name, given] of Object.entries(found)) {
		const provider = readProvider(name, given)
		if (typeof provider === 'string') problems.push(provider)
		else providers[name] = provider
	}
	return providers
}

/** Whether a visit to the provider can begin; without a secret only its ID tokens are of use. */
export function startsVisits({ clientSecret }: Provider): boolean {
	return clientSecret !== undefined
}

/** One line for each provider that can do only half of what its name promises. */
export function withoutSecret(providers: Readonly<Record<string, Provider>>): string[] {
	return Object.entries(providers)
		.filter(([, provider]) => !startsVisits(provider))
		.map(([name]) => `The provider ${name} has no client secret: it takes ID tokens only.`)
}

/** @returns the provider, or what is wrong with it */
function readProvider(name: string, given: Record<string, string>): Provider | string {
	if (reserved.includes(name)) return `A provider cannot be named ${name}.`
	if (!given.CLIENT_ID) return `The provider ${name} needs a client id.`
	const parsed = parts.safeParse(given)
	if (!parsed.success) {
		const [issue] = parsed.error.issues
		return `The provider ${name}: ${issue?.path.join('.')}: ${issue?.message}`
	}
	const { ISSUER: issuer = addresses[name], ...settings } = parsed.data
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
	{ TEAM_ID: teamId, KEY_ID: keyId, PRIVATE_KEY: pem }: z.infer<typeof parts>,
): AppleKey | string | undefined {
	if (!teamId && !keyId && !pem) return undefined
	if (name !== 'apple') return `Only apple has a team id, a key id and a private key, not ${name}.`
	if (!teamId || !keyId || !pem)
		return 'The provider apple needs OAUTH_APPLE_TEAM_ID, OAUTH_APPLE_KEY_ID and OAUTH_APPLE_PRIVATE_KEY together.'
	try {
		// One line of an environment file holds no line breaks: they are written as \n.
		const key = createPrivateKey(pem.replaceAll('\\n', '\n'))
		if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return { teamId, keyId, key }
	} catch {
		// Falls through to the same line as another kind of key.
	}
	return 'OAUTH_APPLE_PRIVATE_KEY: the .p8 file from Apple, a private P-256 key in PEM form'
}
