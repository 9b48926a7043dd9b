import type { Context } from 'hono'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { AuthError, invalid } from '#server/auth/errors.ts'
import { isSameBrowser } from '#server/auth/openid/browser-binding.ts'
import { isUuid } from '#server/auth/uuid.ts'
import type { Env } from '#server/deps.ts'
import { providerDisabled } from './company-account.ts'
import type { Envelope } from './envelope.ts'
import { type Connection, connectionByEntityId, connectionById } from './provider-queries.ts'
import { endVisit, type Visit } from './relay-queries.ts'

/** Who comes back: from which provider, in answer to what, and where to go on. */
export type Return = {
	connection: Connection
	/** Null when the identity provider began. */
	requestId: string | null
	redirectTo: string
	/** The PKCE flow that waits, if any. */
	flowId: string | null
}

/**
 * Reads the RelayState: ours is a UUID and good once; an identity provider that began by itself sends nothing, or an
 * address to go to.
 * @throws AuthError saml_relay_state_not_found, saml_relay_state_expired, saml_idp_not_found, sso_provider_disabled
 */
export async function readReturn(
	context: AuthContext,
	c: Context<Env>,
	relayState: string,
	open: () => Promise<Envelope>,
): Promise<{ back: Return; envelope: Envelope }> {
	if (isUuid(relayState)) {
		const back = await endOurVisit(context, c, relayState)
		return { back, envelope: await open() }
	}
	if (relayState && !URL.canParse(relayState))
		throw invalid('SAML RelayState is not a valid UUID or URL')
	const envelope = await open()
	const connection = await find(context, connectionByEntityId(envelope.issuer))
	const { config, redirects } = context
	const redirectTo = redirects.isAllowed(relayState) ? relayState : config.SITE_URL
	return { back: { connection, requestId: null, redirectTo, flowId: null }, envelope }
}

async function endOurVisit(context: AuthContext, c: Context<Env>, id: string): Promise<Return> {
	const [visit] = await context.db.as(authService, (tx) => tx.final<Visit>(endVisit(id)))
	const mark = visit?.browser_hash
	if (!visit || (mark && !isSameBrowser(c, context.config.SITE_URL, mark)))
		throw new AuthError(
			404,
			'saml_relay_state_not_found',
			'SAML RelayState does not exist, try logging in again?',
		)
	if (visit.expired)
		throw new AuthError(
			422,
			'saml_relay_state_expired',
			'SAML RelayState has expired. Try logging in again?',
		)
	const { request_id: requestId, redirect_to: redirectTo, flow_state_id: flowId } = visit
	const connection = await find(context, connectionById(visit.sso_provider_id))
	return { connection, requestId, redirectTo, flowId }
}

async function find(
	{ db }: AuthContext,
	query: ReturnType<typeof connectionById>,
): Promise<Connection> {
	const [connection] = await db.as(authService, (tx) => tx.final<Connection>(query), {
		readOnly: true,
	})
	if (!connection)
		throw new AuthError(
			404,
			'saml_idp_not_found',
			'A SAML connection has not been established with this Identity Provider',
		)
	if (connection.disabled) throw providerDisabled()
	return connection
}
