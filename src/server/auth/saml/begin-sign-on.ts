import { randomBytes, randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { z } from 'zod'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { challengeFields, optional, readBody, text } from '#server/auth/body.ts'
import { AuthError, invalid } from '#server/auth/errors.ts'
import { parseChallenge } from '#server/auth/grants/pkce.ts'
import { markBrowser } from '#server/auth/openid/browser-binding.ts'
import { isUuid } from '#server/auth/uuid.ts'
import type { Env } from '#server/deps.ts'
import { requestAddress } from './authn-request.ts'
import { providerDisabled } from './company-account.ts'
import { currentMetadata } from './current-metadata.ts'
import { type Connection, connectionByDomain, connectionById } from './provider-queries.ts'
import { beginCompanyFlow, beginVisit } from './relay-queries.ts'
import type { RequestSigner } from './signing-key.ts'

const body = z.object({
	provider_id: optional(z.string().refine(isUuid, 'not a UUID')),
	domain: text,
	redirect_to: text,
	skip_http_redirect: optional(z.boolean()),
	...challengeFields,
})

/** POST /sso: to a company's identity provider, found by its id or by an address's domain (auth.md 2.10). */
export function beginSignOn(context: AuthContext, signer: () => Promise<RequestSigner>) {
	const { config, db, limits, redirects } = context
	return async (c: Context<Env>) => {
		await limits.request('sso', c.var.ip)
		const wish = await readBody(c, body)
		const connection = await findConnection(context, wish)
		if (connection.disabled) throw providerDisabled()
		const challenge = parseChallenge(wish.code_challenge, wish.code_challenge_method)
		const { signOnUrl } = await currentMetadata(context, connection)
		const redirectTo = redirects.choose(c, wish.redirect_to)
		const isBound = !challenge && endsHere(config.SITE_URL, redirectTo)
		const visit = {
			id: randomUUID(),
			providerId: connection.id,
			requestId: `_${randomBytes(20).toString('hex')}`,
			redirectTo,
			flowId: challenge ? randomUUID() : null,
			browser: isBound ? markBrowser(c, config.SITE_URL) : null,
		}
		const url = await requestAddress(config, await signer(), {
			signOnUrl,
			requestId: visit.requestId,
			relayState: visit.id,
			nameIdFormat: connection.saml.name_id_format,
		})
		await db.as(authService, async (tx) => {
			const { flowId, providerId } = visit
			if (flowId && challenge)
				await tx.query(beginCompanyFlow(flowId, providerId, redirectTo, challenge))
			await tx.final(beginVisit(visit))
		})
		return wish.skip_http_redirect ? c.json({ url }) : c.redirect(url, 303)
	}
}

/**
 * Whether a sign-on brings its session to pages of this site, by tokens in the address: then the browser that began it has to
 * end it. Apps of other origins cannot keep our cookie; who has a verifier needs none; and without TLS no cookie comes back
 * with a form from another site.
 */
function endsHere(siteUrl: string, target: string): boolean {
	const site = new URL(siteUrl)
	return (
		site.protocol === 'https:' && URL.canParse(target) && new URL(target).origin === site.origin
	)
}

async function findConnection(
	{ db }: AuthContext,
	{ provider_id: id, domain }: z.output<typeof body>,
): Promise<Connection> {
	if (id && domain) throw invalid('Only one of provider_id or domain supported')
	if (!id && !domain) throw invalid('A provider_id or domain needs to be provided')
	const [connection] = await db.as(
		authService,
		(tx) =>
			tx.final<Connection>(id ? connectionById(id) : connectionByDomain((domain ?? '').trim())),
		{ readOnly: true },
	)
	if (connection) return connection
	const message = id ? 'No such SSO provider' : 'No SSO provider assigned for this domain'
	throw new AuthError(404, 'sso_provider_not_found', message)
}
