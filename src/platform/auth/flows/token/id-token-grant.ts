import { z } from 'zod'
import { requireLockedUser, requireUser } from '#platform/auth/accounts/bearer/require-user.ts'
import { openedSessionJson, startSession } from '#platform/auth/accounts/sessions/sessions.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { optional, readBody, text } from '#platform/auth/body.ts'
import { AuthError, invalid, OAuthError } from '#platform/auth/errors.ts'
import { attachIdentity } from '#platform/auth/providers/linking/attach-identity.ts'
import { linkAccount } from '#platform/auth/providers/linking/link-account.ts'
import { linkingDisabled, requireMayLink } from '#platform/auth/providers/linking/manual-linking.ts'
import type { ProviderProfile } from '#platform/auth/providers/linking/provider-profile.ts'
import { requireProvenEmail } from '#platform/auth/providers/linking/require-proven-email.ts'
import { customProviderPrefix, findProvider } from '#platform/auth/providers/oauth/find-provider.ts'
import { type SignInProvider, signsIdTokens } from '#platform/auth/providers/oauth/provider.ts'
import { badIdToken, verifyIdToken } from '#platform/auth/providers/oauth/verify-id-token.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import { json } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import type { Tx } from '#platform/pg/db.ts'

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

/** Issuers of providers that are known by name without being configured. */
const knownIssuers: ReadonlyMap<string, string> = new Map([
	['apple', 'https://appleid.apple.com'],
	['azure', ''],
	['facebook', 'https://www.facebook.com'],
	['google', 'https://accounts.google.com'],
	['kakao', 'https://kauth.kakao.com'],
	['keycloak', ''],
	['snapchat', 'https://accounts.snapchat.com'],
])

/** Signs in with an ID token that the client obtained itself. */
export async function idTokenGrant(context: AuthContext, x: Exchange) {
	const { config, db } = context
	const input = await readBody(x, body)
	if (!input.id_token) throw badIdToken('id_token required')
	const provider = await readProvider(context, input)
	if (input.link_identity) await requireMayLinkIdentity(context, x)
	const profile = await verifyIdToken(context, provider, {
		idToken: input.id_token,
		accessToken: input.access_token,
		nonce: input.nonce,
	})
	const outcome = await db.as(authServiceRole, async (tx) => {
		const userId = await findUser(context, x, tx, provider, profile, input)
		const refusal = await requireProvenEmail(context, x, tx, userId, provider.name, profile, config.SITE_URL)
		return refusal ?? startSession(context, tx, x, userId, 'oauth', { provider: provider.name })
	})
	if (outcome instanceof AuthError) throw outcome
	return json(openedSessionJson(context, outcome))
}

async function findUser(
	context: AuthContext,
	x: Exchange,
	tx: Tx,
	provider: SignInProvider,
	profile: ProviderProfile,
	{ link_identity: isLink }: Request,
): Promise<string> {
	if (!isLink) return linkAccount(context, x, tx, provider, profile)
	const { account } = await requireLockedUser(context, x, tx)
	await attachIdentity(context, x, tx, account.id, provider.name, profile)
	return account.id
}

async function readProvider(
	context: AuthContext,
	{ provider: name, issuer, client_id: client }: Request,
): Promise<SignInProvider> {
	if (!name && !(client && issuer)) throw badIdToken('provider or client_id and issuer required')
	if (name?.startsWith(customProviderPrefix)) return readCustomProvider(context, name)
	const { providers } = context
	const found = name ? providers.get(name) : [...providers.values()].find((provider) => provider.issuer === issuer)
	if (found && signsIdTokens(found)) return found
	const knownIssuer = name ? knownIssuers.get(name) : [...knownIssuers.values()].find((known) => known === issuer)
	if (knownIssuer === undefined) throw invalid(`Custom OIDC provider "${name ?? ''}" not allowed`)
	throw providerDisabledError(`Provider (issuer "${knownIssuer || (issuer ?? '')}") is not enabled`)
}

async function readCustomProvider(context: AuthContext, name: string): Promise<SignInProvider> {
	const provider = await findProvider(context, name)
	if (!provider) throw invalid(`Custom provider "${name}" not found`)
	if (provider === 'disabled') throw providerDisabledError(`Custom provider "${name}" is disabled`)
	if (!signsIdTokens(provider)) throw invalid(`Provider "${name}" is not an OIDC provider`)
	return provider
}

function providerDisabledError(message: string): AuthError {
	return new AuthError(400, 'provider_disabled', message)
}

/** Checked first, so that a stranger's token is not verified needlessly. */
async function requireMayLinkIdentity(context: AuthContext, x: Exchange): Promise<void> {
	if (!context.config.MANUAL_LINKING) throw linkingDisabled()
	const linker = await findSignedIn(context, x)
	if (!linker) throw new OAuthError('invalid request', 'Linking requires a valid user access token in Authorization')
	requireMayLink(context, linker)
}

async function findSignedIn(context: AuthContext, x: Exchange) {
	try {
		return await requireUser(context, x)
	} catch {
		return undefined
	}
}
