import { createHash } from 'node:crypto'
import { sessionJson, startSession } from '#platform/auth/accounts/sessions/sessions.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { readBodyText } from '#platform/auth/body.ts'
import { toAuthErrorFromDatabase } from '#platform/auth/database-errors.ts'
import { AuthError, invalid } from '#platform/auth/errors.ts'
import { isSameBrowser } from '#platform/auth/providers/browser-binding.ts'
import { codeRedirect, sessionRedirect, siteErrorRedirect } from '#platform/auth/redirects/auth-redirects.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import { redirect } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { isUuid } from '#platform/uuid.ts'
import { currentMetadata } from './current-metadata.ts'
import { consumeRelayState, finishSsoFlow, insertUsedAssertion, type RelayStateRow } from './relay-state-queries.ts'
import { type Assertion, readAssertion } from './response/assertion.ts'
import { invalidAssertion, parseResponse, type ResponseEnvelope } from './response/response-envelope.ts'
import { readSsoProfile, type SsoProfile } from './response/sso-profile.ts'
import { verifyResponse } from './response/verify-response.ts'
import { type SsoConnection, ssoConnectionByEntityId, ssoConnectionById } from './saml-queries.ts'
import { findOrCreateSsoAccount, ssoProviderDisabled } from './sso-account.ts'

/** POST /sso/saml/acs: the response of an identity provider. Every refusal is a redirect to the site. */
export async function consumeAssertion(context: AuthContext, x: Exchange) {
	const { config, log } = context
	const form = new URLSearchParams(await readBodyText(x))
	try {
		return redirect(await handleResponse(context, x, form), 302)
	} catch (error) {
		const known = error instanceof AuthError ? error : toAuthErrorFromDatabase(error)
		const line = { err: error, requestId: x.requestId }
		if (known) log.warn(line, 'SSO sign-in was refused')
		else log.error(line, 'SSO sign-in failed')
		const shown = known ?? new AuthError(500, 'unexpected_failure', 'Unexpected failure, please try again')
		return redirect(siteErrorRedirect(config.SITE_URL, shown), 303)
	}
}

/** @returns the redirect, with tokens or a code */
async function handleResponse(context: AuthContext, x: Exchange, form: URLSearchParams): Promise<string> {
	const { config } = context
	const relayState = form.get('RelayState') ?? ''
	const { state, envelope } = await readRelayState(context, x, relayState, () =>
		parseResponse(form.get('SAMLResponse') ?? ''),
	)
	const { saml } = state.connection
	const provider = await currentMetadata(context, state.connection)
	const verified = await verifyResponse(config, provider, envelope)
	const expected = { entityId: saml.entity_id, requestId: state.requestId }
	const assertion = readAssertion(config, verified, envelope.response, expected)
	const profile = readSsoProfile(saml.entity_id, saml.attribute_mapping, assertion)
	return completeSsoSignIn(context, x, state, assertion, profile)
}

async function completeSsoSignIn(
	context: AuthContext,
	x: Exchange,
	{ connection, redirectTo, flowId }: RelayState,
	assertion: Assertion,
	profile: SsoProfile,
): Promise<string> {
	const { id: provider, saml } = connection
	const digest = createHash('sha256').update(`${saml.entity_id}\0${assertion.id}`).digest()
	const notAfter = assertion.sessionEnd ?? null
	return context.db.as(authServiceRole, async (tx) => {
		const [isFirst] = await tx.query(insertUsedAssertion(digest, assertion.expiresAt))
		if (!isFirst) throw invalidAssertion('it was used before')
		const userId = await findOrCreateSsoAccount(context, tx, x.ip, provider, profile)
		if (flowId) {
			const [done] = await tx.final<{ auth_code: string }>(finishSsoFlow(flowId, userId, notAfter))
			if (!done) throw new Error('the flow of an SSO sign-in is gone')
			return codeRedirect(redirectTo, done.auth_code)
		}
		const opened = await startSession(context, tx, x, userId, 'sso/saml', { provider, notAfter })
		if (!opened) throw new Error('the signed-in user cannot be read back')
		return sessionRedirect(redirectTo, sessionJson(context, opened.account, opened.session, 0n))
	})
}

/** The sign-in that a response completes. */
type RelayState = {
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
async function readRelayState(
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
