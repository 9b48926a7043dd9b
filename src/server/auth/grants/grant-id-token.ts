import type { Context } from 'hono'
import { z } from 'zod'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { requireUser, requireUserLocked } from '#server/auth/bearer/bearer.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { optional, readBody, text } from '#server/auth/body.ts'
import { AuthError, invalid, OAuthError } from '#server/auth/errors.ts'
import { askForProof } from '#server/auth/identities/ask-for-proof.ts'
import { attachIdentity } from '#server/auth/identities/attach-identity.ts'
import { linkingDisabled, requireMayLink } from '#server/auth/identities/identities.ts'
import { linkAccount } from '#server/auth/identities/link-account.ts'
import { customPrefix, findProvider } from '#server/auth/openid/find-provider.ts'
import { badIdToken, verifyIdToken } from '#server/auth/openid/id-token.ts'
import type { Profile } from '#server/auth/openid/profile.ts'
import { type SignInProvider, signsIdTokens } from '#server/auth/openid/provider.ts'
import { sessionJson, startSession } from '#server/auth/sessions/sessions.ts'
import type { Env } from '#server/deps.ts'
import type { Tx } from '#server/pg/db.ts'

const body = z.object({
	id_token: text,
	provider: text,
	client_id: text,
	issuer: text,
	access_token: text,
	nonce: text,
	link_identity: optional(z.boolean()),
})
type Request = z.output<typeof body>

/** Issuers of providers that are known by name though nobody set them up here (auth.md §2.2). */
const knownIssuers: ReadonlyMap<string, string> = new Map([
	['apple', 'https://appleid.apple.com'],
	['azure', ''],
	['facebook', 'https://www.facebook.com'],
	['google', 'https://accounts.google.com'],
	['kakao', 'https://kauth.kakao.com'],
	['keycloak', ''],
	['snapchat', 'https://accounts.snapchat.com'],
])

/** Signs in with an ID token that the client already holds (auth.md §2.2). */
export function idTokenGrant(context: AuthContext) {
	const { config, db, jobs } = context
	return async (c: Context<Env>) => {
		const given = await readBody(c, body)
		if (!given.id_token) throw badIdToken('id_token required')
		const provider = await readProvider(context, given)
		if (given.link_identity) await requireLinker(context, c)
		const profile = await verifyIdToken(context, provider, {
			idToken: given.id_token,
			accessToken: given.access_token,
			nonce: given.nonce,
		})
		const outcome = await db.as(authService, async (tx) => {
			const userId = await findUser(context, c, tx, provider, profile, given)
			const refusal = await askForProof(
				context,
				c,
				tx,
				userId,
				provider.name,
				profile,
				config.SITE_URL,
			)
			return refusal ?? startSession(context, tx, c, userId, 'oauth', { provider: provider.name })
		})
		jobs.wake()
		if (outcome instanceof AuthError) throw outcome
		if (!outcome) throw new Error('the signed-in user cannot be read back')
		return c.json(sessionJson(context, outcome.account, outcome.session, 0n))
	}
}

async function findUser(
	context: AuthContext,
	c: Context<Env>,
	tx: Tx,
	provider: SignInProvider,
	profile: Profile,
	{ link_identity: isLink }: Request,
): Promise<string> {
	if (!isLink) return linkAccount(context, c, tx, provider, profile)
	const { account } = await requireUserLocked(context, c, tx)
	await attachIdentity(context, c, tx, account.id, provider.name, profile)
	return account.id
}

async function readProvider(
	context: AuthContext,
	{ provider: name, issuer, client_id: client }: Request,
): Promise<SignInProvider> {
	if (!name && !(client && issuer)) throw badIdToken('provider or client_id and issuer required')
	if (name?.startsWith(customPrefix)) return readCustomProvider(context, name)
	const { providers } = context
	const found = name
		? providers.get(name)
		: [...providers.values()].find((provider) => provider.issuer === issuer)
	if (found && signsIdTokens(found)) return found
	const knownIssuer = name
		? knownIssuers.get(name)
		: [...knownIssuers.values()].find((known) => known === issuer)
	if (knownIssuer === undefined) throw invalid(`Custom OIDC provider "${name ?? ''}" not allowed`)
	throw disabled(`Provider (issuer "${knownIssuer || (issuer ?? '')}") is not enabled`)
}

async function readCustomProvider(context: AuthContext, name: string): Promise<SignInProvider> {
	const provider = await findProvider(context, name)
	if (!provider) throw invalid(`Custom provider "${name}" not found`)
	if (provider === 'disabled') throw disabled(`Custom provider "${name}" is disabled`)
	if (!signsIdTokens(provider)) throw invalid(`Provider "${name}" is not an OIDC provider`)
	return provider
}

function disabled(message: string): AuthError {
	return new AuthError(400, 'provider_disabled', message)
}

/** Asked before the token is looked at: a stranger's is not verified for nothing. */
async function requireLinker(context: AuthContext, c: Context<Env>): Promise<void> {
	if (!context.config.MANUAL_LINKING) throw linkingDisabled()
	const linker = await signedIn(context, c)
	if (!linker)
		throw new OAuthError(
			'invalid request',
			'Linking requires a valid user access token in Authorization',
		)
	requireMayLink(linker)
}

async function signedIn(context: AuthContext, c: Context<Env>) {
	try {
		return await requireUser(context, c)
	} catch {
		return undefined
	}
}
