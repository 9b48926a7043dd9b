import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { requireUser } from '#server/auth/bearer/bearer.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { listedProviders } from '#server/auth/discovery.ts'
import { AuthError, invalid } from '#server/auth/errors.ts'
import { parseChallenge } from '#server/auth/grants/pkce.ts'
import { linkingDisabled } from '#server/auth/identities/identities.ts'
import type { Env } from '#server/deps.ts'
import { beginFlow } from './oauth-flow-queries.ts'
import type { OpenidProvider } from './openid-provider.ts'

/** Parameters that are ours to set; everything else of the caller goes on to the provider (auth.md §2.8). */
const ours = new Set([
	...['provider', 'redirect_to', 'scopes', 'invite_token', 'skip_http_redirect', 'apikey'],
	...['client_id', 'client_secret', 'redirect_uri', 'response_type', 'response_mode', 'state'],
	...[
		'code_challenge',
		'code_challenge_method',
		'code_verifier',
		'request',
		'request_uri',
		'nonce',
		'scope',
	],
])

/** GET /authorize: to the provider and back by /callback. */
export function authorize(context: AuthContext) {
	return async (c: Context<Env>) => {
		await context.limits.request('authorize', c.var.ip)
		return c.redirect(await beginVisit(context, c, null), 302)
	}
}

/** GET /user/identities/authorize: the same, to link the provider's identity to the caller (auth.md §3.5). */
export function authorizeLink(context: AuthContext) {
	return async (c: Context<Env>) => {
		const { account } = await requireUser(context, c)
		if (!context.config.MANUAL_LINKING) throw linkingDisabled()
		const url = await beginVisit(context, c, account.id)
		return c.req.query('skip_http_redirect') === 'true' ? c.json({ url }) : c.redirect(url, 302)
	}
}

export function callbackAddress({ config }: AuthContext): string {
	return `${config.SITE_URL}/auth/v1/callback`
}

/** Remembers the flow and writes the address of the provider's page. */
async function beginVisit(
	context: AuthContext,
	c: Context<Env>,
	linkTo: string | null,
): Promise<string> {
	const { db, discover, redirects } = context
	const provider = findProvider(context, c.req.query('provider') ?? '')
	const challenge = parseChallenge(
		c.req.query('code_challenge') || undefined,
		c.req.query('code_challenge_method') || undefined,
	)
	const metadata = await discover(provider).catch((cause: unknown) => {
		throw new AuthError(500, 'unexpected_failure', 'The provider cannot be reached', { cause })
	})
	const flow = {
		id: randomUUID(),
		provider: provider.name,
		verifier: randomBytes(32).toString('base64url'),
		nonce: c.req.query('nonce') || randomBytes(16).toString('base64url'),
		redirectTo: redirects.choose(c),
		challenge: challenge?.challenge ?? null,
		challengeMethod: challenge?.method ?? null,
		linkTo,
	}
	await db.as(authService, (tx) => tx.final(beginFlow(flow)))

	const url = new URL(metadata.authorization_endpoint)
	for (const [name, value] of new URL(c.req.url).searchParams)
		if (!ours.has(name.toLowerCase())) url.searchParams.set(name, value)
	const set = {
		client_id: provider.clientId,
		redirect_uri: callbackAddress(context),
		response_type: 'code',
		scope: scopes(c.req.query('scopes')),
		state: flow.id,
		nonce: flow.nonce,
		code_challenge: createHash('sha256').update(flow.verifier).digest('base64url'),
		code_challenge_method: 'S256',
	}
	for (const [name, value] of Object.entries(set)) url.searchParams.set(name, value)
	return url.href
}

function findProvider({ config, providers }: AuthContext, given: string): OpenidProvider {
	const name = given.toLowerCase()
	const provider = providers.get(name)
	if (provider) return provider
	throw invalid(
		listedProviders.includes(name) || name in config.providers
			? 'Unsupported provider: provider is not enabled'
			: `Unsupported provider: Provider ${name} could not be found`,
	)
}

function scopes(given = ''): string {
	return [
		...new Set(['openid', 'email', 'profile', ...given.split(/[\s,]+/).filter(Boolean)]),
	].join(' ')
}
