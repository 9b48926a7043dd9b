import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import type { JWTPayload } from 'jose'
import { z } from 'zod'
import { noteAudit } from '#server/auth/admin/audit-queries.ts'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { requireUser } from '#server/auth/bearer/bearer.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { optional, readBody, text } from '#server/auth/body.ts'
import { AuthError, OAuthError } from '#server/auth/errors.ts'
import { linkingDisabled } from '#server/auth/identities/identities.ts'
import { linkAccount } from '#server/auth/identities/link-account.ts'
import { askForProof } from '#server/auth/mail-links/ask-for-proof.ts'
import { idTokenAlgorithms, readClaims } from '#server/auth/openid/openid-exchange.ts'
import type { OpenidProvider } from '#server/auth/openid/openid-provider.ts'
import { sessionJson, startSession } from '#server/auth/sessions/sessions.ts'
import type { Env } from '#server/deps.ts'

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

/** Signs in with an ID token that the client already holds (auth.md §2.2). */
export function idTokenGrant(context: AuthContext) {
	const { config, db, jobs } = context
	return async (c: Context<Env>) => {
		const given = await readBody(c, body)
		const provider = findProvider(context, given)
		const claims = await verify(context, provider, given)
		const target = given.link_identity ? await linkingTarget(context, c) : null
		const flow = { provider: provider.name, linking_target_id: target }
		const outcome = await db.as(authService, async (tx) => {
			const userId = await linkAccount(context, tx, flow, readClaims(claims))
			if (target)
				await tx.query(noteAudit('identity_linked', userId, c.var.ip, { provider: provider.name }))
			const refusal = await askForProof(context, c, tx, userId, provider.name, config.SITE_URL)
			return refusal ?? startSession(tx, c, userId, 'oauth', { provider: provider.name })
		})
		jobs.wake()
		if (outcome instanceof AuthError) throw outcome
		if (!outcome) throw new Error('the signed-in user cannot be read back')
		return c.json(sessionJson(context, outcome.account, outcome.session, 0n))
	}
}

function findProvider({ providers }: AuthContext, given: Request): OpenidProvider {
	if (!given.id_token) throw badRequest('id_token required')
	const { provider: name, issuer, client_id: client } = given
	if (!name && !(client && issuer)) throw badRequest('provider or client_id and issuer required')
	const found = name
		? providers.get(name)
		: [...providers.values()].find((p) => p.issuer === issuer && p.clientId === client)
	if (!found)
		throw new AuthError(
			400,
			'provider_disabled',
			`Provider (issuer "${issuer ?? name}") is not enabled`,
		)
	return found
}

async function verify({ discover }: AuthContext, provider: OpenidProvider, given: Request) {
	const { createRemoteJWKSet, jwtVerify } = await import('jose')
	let claims: JWTPayload
	try {
		const { jwks_uri, issuer } = await discover(provider)
		const keys = createRemoteJWKSet(new URL(jwks_uri))
		const options = { issuer, algorithms: idTokenAlgorithms, requiredClaims: ['exp', 'iat'] }
		const { payload } = await jwtVerify(given.id_token ?? '', keys, options)
		if (given.access_token) requireBelonging(payload.at_hash, given.access_token)
		claims = payload
	} catch {
		throw badRequest('Bad ID token')
	}
	if (!claims.sub) throw badRequest('Missing sub claim in id_token')
	const audience = [claims.aud ?? []].flat()
	if (!audience.includes(provider.clientId))
		throw badRequest(`Unacceptable audience in id_token: [${audience.join(' ')}]`)
	requireNonce(claims.nonce, given.nonce)
	return claims
}

/** OpenID Connect Core §3.1.3.6: the left half of the access token's hash. */
function requireBelonging(atHash: unknown, accessToken: string): void {
	if (atHash === undefined) return
	const half = createHash('sha256').update(accessToken).digest().subarray(0, 16)
	if (atHash !== half.toString('base64url')) throw new Error('at_hash does not match')
}

/** The token carries the hash, the caller shows what was hashed: whoever stole the token alone cannot. */
function requireNonce(inToken: unknown, raw: string | undefined): void {
	if (Boolean(inToken) !== Boolean(raw))
		throw badRequest('Passed nonce and nonce in id_token should either both exist or not.')
	if (raw && inToken !== createHash('sha256').update(raw).digest('hex'))
		throw new OAuthError('invalid nonce', 'Nonces mismatch')
}

async function linkingTarget(context: AuthContext, c: Context<Env>): Promise<string> {
	if (!context.config.MANUAL_LINKING) throw linkingDisabled()
	try {
		return (await requireUser(context, c)).account.id
	} catch {
		throw badRequest('Linking requires a valid user access token in Authorization')
	}
}

function badRequest(description: string): OAuthError {
	return new OAuthError('invalid request', description)
}
