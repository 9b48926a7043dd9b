import { randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { parsePkceChallenge } from '#platform/auth/accounts/tokens/pkce.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { optional, pkceFields, readBody, text } from '#platform/auth/body.ts'
import { AuthError, invalid } from '#platform/auth/errors.ts'
import { bindBrowser } from '#platform/auth/providers/browser-binding.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import { json, redirect } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { isUuid } from '#platform/uuid.ts'
import { currentMetadata } from './current-metadata.ts'
import { insertRelayState, insertSsoFlow } from './relay-state-queries.ts'
import { type SsoConnection, ssoConnectionByDomain, ssoConnectionById } from './saml-queries.ts'
import { authnRequestUrl } from './service-provider/authn-request.ts'
import type { RequestSigner } from './service-provider/request-signer.ts'
import { ssoProviderDisabled } from './sso-account.ts'

const body = z.object({
	provider_id: optional(z.string().refine(isUuid, 'not a UUID')),
	domain: text,
	redirect_to: text,
	skip_http_redirect: optional(z.boolean()),
	...pkceFields,
})

/** POST /sso: redirects to an identity provider, found by id or email domain. */
export function startSso(context: AuthContext, signer: () => Promise<RequestSigner>) {
	const { config, db, redirects } = context
	return async (x: Exchange) => {
		const input = await readBody(x, body)
		const connection = await findConnection(context, input)
		if (connection.disabled) throw ssoProviderDisabled()
		const challenge = parsePkceChallenge(input.code_challenge, input.code_challenge_method)
		const { singleSignOnUrl: signOnUrl } = await currentMetadata(context, connection)
		const redirectTo = redirects.resolve(x, input.redirect_to)
		const isBound = !challenge && needsBrowserBinding(config.SITE_URL, redirectTo)
		const binding = isBound ? bindBrowser(x, config.SITE_URL) : undefined
		const relayState = {
			id: randomUUID(),
			providerId: connection.id,
			requestId: `_${randomBytes(20).toString('hex')}`,
			redirectTo,
			flowId: challenge ? randomUUID() : null,
			browser: binding?.hash ?? null,
		}
		const url = await authnRequestUrl(config, await signer(), {
			signOnUrl,
			requestId: relayState.requestId,
			relayState: relayState.id,
			nameIdFormat: connection.saml.name_id_format,
		})
		await db.as(authServiceRole, async (tx) => {
			const { flowId, providerId } = relayState
			if (flowId && challenge) await tx.query(insertSsoFlow(flowId, providerId, redirectTo, challenge))
			await tx.final(insertRelayState(relayState))
		})
		return input.skip_http_redirect ? json({ url }, 200, binding?.headers) : redirect(url, 303, binding?.headers)
	}
}

/**
 * True when a sign-in returns its session to this site in URL parameters; then the same browser must complete it.
 * Other origins cannot keep the cookie, PKCE clients have a verifier, and without TLS cookies are not sent with
 * cross-site forms.
 */
function needsBrowserBinding(siteUrl: string, target: string): boolean {
	const site = new URL(siteUrl)
	return site.protocol === 'https:' && URL.canParse(target) && new URL(target).origin === site.origin
}

async function findConnection(
	{ db }: AuthContext,
	{ provider_id: id, domain }: z.output<typeof body>,
): Promise<SsoConnection> {
	if (id && domain) throw invalid('Only one of provider_id or domain supported')
	if (!id && !domain) throw invalid('A provider_id or domain needs to be provided')
	const [connection] = await db.as(
		authServiceRole,
		(tx) => tx.final<SsoConnection>(id ? ssoConnectionById(id) : ssoConnectionByDomain((domain ?? '').trim())),
		{ readOnly: true },
	)
	if (connection) return connection
	const message = id ? 'No such SSO provider' : 'No SSO provider assigned for this domain'
	throw new AuthError(404, 'sso_provider_not_found', message)
}
