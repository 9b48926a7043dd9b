import { randomBytes, randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { requireUser } from '#server/auth/bearer/bearer.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { listedProviders } from '#server/auth/discovery.ts'
import { AuthError, invalid } from '#server/auth/errors.ts'
import { parseChallenge } from '#server/auth/grants/pkce.ts'
import { linkingDisabled, requireMayLink } from '#server/auth/identities/identities.ts'
import { hashLink } from '#server/auth/mail-links/one-time-token.ts'
import type { Env } from '#server/deps.ts'
import { visitAddress } from './begin-visit.ts'
import { markBrowser } from './browser-binding.ts'
import { findProvider } from './find-provider.ts'
import { beginFlow, invitedUser, type NewFlow } from './oauth-flow-queries.ts'
import { type SignInProvider, signsIdTokens } from './provider.ts'

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
		// Each visit leaves a row for a day.
		await context.limits.request('authorize', c.var.ip)
		const signedIn = await requireUser(context, c)
		if (!context.config.MANUAL_LINKING) throw linkingDisabled()
		requireMayLink(signedIn)
		const { account, session } = signedIn
		const url = await beginVisit(context, c, { user: account.id, session: session?.id ?? null })
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
	linkTo: NewFlow['linkTo'],
): Promise<string> {
	const { config, db, redirects, upstreams } = context
	const provider = await requireProvider(context, c.req.query('provider') ?? '')
	const invite = await readInvite(context, c.req.query('invite_token'))
	const challenge = parseChallenge(
		c.req.query('code_challenge') || undefined,
		c.req.query('code_challenge_method') || undefined,
	)
	const upstream = await upstreams(provider).catch((cause: unknown) => {
		throw new AuthError(500, 'unexpected_failure', 'The provider cannot be reached', { cause })
	})
	const hasNonce = signsIdTokens(provider) && !provider.skipNonceCheck
	const flow = {
		id: randomUUID(),
		provider: provider.name,
		verifier: randomBytes(32).toString('base64url'),
		nonce: hasNonce ? c.req.query('nonce') || randomBytes(16).toString('base64url') : null,
		redirectTo: redirects.choose(c),
		challenge: challenge?.challenge ?? null,
		challengeMethod: challenge?.method ?? null,
		linkTo,
		invite,
		browser: markBrowser(c, config.SITE_URL),
	}
	await db.as(authService, (tx) => tx.final(beginFlow(flow)))
	return visitAddress(provider, upstream, {
		state: flow.id,
		nonce: flow.nonce,
		verifier: flow.verifier,
		redirectUri: callbackAddress(context),
		query: new URL(c.req.url).searchParams,
	})
}

async function requireProvider(context: AuthContext, given: string): Promise<SignInProvider> {
	const name = given.toLowerCase()
	const provider = await findProvider(context, name)
	if (!provider || provider === 'disabled')
		throw invalid(
			provider || listedProviders.includes(name)
				? 'Unsupported provider: provider is not enabled'
				: `Unsupported provider: Provider ${name} could not be found`,
		)
	if (provider.clientSecret === undefined)
		throw invalid('Unsupported provider: missing OAuth secret')
	return provider
}

/** @returns the hash of an invitation that still stands; nothing when none came */
async function readInvite({ db }: AuthContext, token: string | undefined): Promise<Buffer | null> {
	if (!token) return null
	const hash = hashLink(token)
	const rows = await db.as(authService, (tx) => tx.final(invitedUser(hash)))
	if (rows.length === 0)
		throw new AuthError(404, 'user_not_found', 'User identified by token not found')
	return hash
}
