import type { AuthContext } from '#platform/auth/auth-context.ts'
import { AuthError, invalid } from '#platform/auth/errors.ts'
import { isSameBrowser } from '#platform/auth/providers/browser-binding.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { isUuid } from '#platform/uuid.ts'
import { consumeRelayState, type RelayStateRow } from './relay-state-queries.ts'
import type { ResponseEnvelope } from './response/response-envelope.ts'
import { type SsoConnection, ssoConnectionByEntityId, ssoConnectionById } from './saml-queries.ts'
import { ssoProviderDisabled } from './sso-account.ts'

/** The sign-in that a response completes. */
export type RelayState = {
	connection: SsoConnection
	/** Null for a response that the identity provider initiated. */
	requestId: string | null
	redirectTo: string
	/** The pending PKCE flow, if any. */
	flowId: string | null
}

/**
 * Reads the RelayState: a UUID of this server, valid once; or, when the identity provider initiated the response,
 * empty or a target URL.
 * @throws AuthError saml_relay_state_not_found, saml_relay_state_expired, saml_idp_not_found, sso_provider_disabled
 */
export async function readRelayState(
	context: AuthContext,
	x: Exchange,
	relayState: string,
	open: () => Promise<ResponseEnvelope>,
): Promise<{ state: RelayState; envelope: ResponseEnvelope }> {
	if (isUuid(relayState)) {
		const state = await consumeOwnRelayState(context, x, relayState)
		return { state, envelope: await open() }
	}
	if (relayState && !URL.canParse(relayState)) throw invalid('SAML RelayState is not a valid UUID or URL')
	const envelope = await open()
	const connection = await requireConnection(context, ssoConnectionByEntityId(envelope.issuer))
	const { config, redirects } = context
	const redirectTo = redirects.isAllowed(relayState) ? relayState : config.SITE_URL
	return { state: { connection, requestId: null, redirectTo, flowId: null }, envelope }
}

async function consumeOwnRelayState(context: AuthContext, x: Exchange, id: string): Promise<RelayState> {
	const [row] = await context.db.as(authServiceRole, (tx) => tx.final<RelayStateRow>(consumeRelayState(id)))
	const browserHash = row?.browser_hash
	if (!row || (browserHash && !isSameBrowser(x, context.config.SITE_URL, browserHash)))
		throw new AuthError(404, 'saml_relay_state_not_found', 'SAML RelayState does not exist, try logging in again?')
	if (row.expired)
		throw new AuthError(422, 'saml_relay_state_expired', 'SAML RelayState has expired. Try logging in again?')
	const { request_id: requestId, redirect_to: redirectTo, flow_state_id: flowId } = row
	const connection = await requireConnection(context, ssoConnectionById(row.sso_provider_id))
	return { connection, requestId, redirectTo, flowId }
}

async function requireConnection(
	{ db }: AuthContext,
	query: ReturnType<typeof ssoConnectionById>,
): Promise<SsoConnection> {
	const [connection] = await db.as(authServiceRole, (tx) => tx.final<SsoConnection>(query), {
		readOnly: true,
	})
	if (!connection)
		throw new AuthError(
			404,
			'saml_idp_not_found',
			'A SAML connection has not been established with this Identity Provider',
		)
	if (connection.disabled) throw ssoProviderDisabled()
	return connection
}
