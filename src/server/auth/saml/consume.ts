import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { readText } from '#server/auth/body-text.ts'
import { fromDatabase } from '#server/auth/database-errors.ts'
import { AuthError } from '#server/auth/errors.ts'
import {
	codeRedirect,
	sessionRedirect,
	siteErrorRedirect,
} from '#server/auth/redirects/redirects.ts'
import { sessionJson, startSession } from '#server/auth/sessions/sessions.ts'
import type { Env } from '#server/deps.ts'
import { type Assertion, readAssertion } from './assertion.ts'
import { companyAccount } from './company-account.ts'
import { currentMetadata } from './current-metadata.ts'
import { openEnvelope } from './envelope.ts'
import { notValid } from './not-valid.ts'
import { type CompanyProfile, readProfile } from './profile.ts'
import { finishCompanyFlow, useAssertion } from './relay-queries.ts'
import { type Return, readReturn } from './return.ts'
import { verifyResponse } from './verify-response.ts'

/** POST /sso/saml/acs: an identity provider sends somebody back (auth.md 6.7). Every refusal of what it says is a redirect to the site. */
export function consumeAssertion(context: AuthContext) {
	const { config, limits, log } = context
	return async (c: Context<Env>) => {
		await limits.request('acs', c.var.ip)
		const form = new URLSearchParams(await readText(c))
		try {
			return c.redirect(await signOn(context, c, form), 302)
		} catch (error) {
			const known = error instanceof AuthError ? error : fromDatabase(error)
			const line = { err: error, requestId: c.var.requestId }
			if (known) log.warn(line, 'a company did not let somebody in')
			else log.error(line, 'company sign-on failed')
			const shown =
				known ?? new AuthError(500, 'unexpected_failure', 'Unexpected failure, please try again')
			return c.redirect(siteErrorRedirect(config.SITE_URL, shown), 303)
		}
	}
}

/** @returns where the person goes on, with tokens or with a code */
async function signOn(
	context: AuthContext,
	c: Context<Env>,
	form: URLSearchParams,
): Promise<string> {
	const { config } = context
	const relayState = form.get('RelayState') ?? ''
	const { back, envelope } = await readReturn(context, c, relayState, () =>
		openEnvelope(form.get('SAMLResponse') ?? ''),
	)
	const { saml } = back.connection
	const provider = await currentMetadata(context, back.connection)
	const verified = await verifyResponse(config, provider, envelope)
	const expected = { entityId: saml.entity_id, requestId: back.requestId }
	const assertion = readAssertion(config, verified, envelope.response, expected)
	const profile = readProfile(saml.entity_id, saml.attribute_mapping, assertion)
	return openDoor(context, c, back, assertion, profile)
}

async function openDoor(
	context: AuthContext,
	c: Context<Env>,
	{ connection, redirectTo, flowId }: Return,
	assertion: Assertion,
	profile: CompanyProfile,
): Promise<string> {
	const { id: provider, saml } = connection
	const digest = createHash('sha256').update(`${saml.entity_id}\0${assertion.id}`).digest()
	const notAfter = assertion.sessionEnd ?? null
	return context.db.as(authService, async (tx) => {
		const [isFirst] = await tx.query(useAssertion(digest, assertion.deadFrom))
		if (!isFirst) throw notValid('it was used before')
		const userId = await companyAccount(context, tx, c.var.ip, provider, profile)
		if (flowId) {
			const [done] = await tx.final<{ auth_code: string }>(
				finishCompanyFlow(flowId, userId, notAfter),
			)
			if (!done) throw new Error('the flow of a company sign-on is gone')
			return codeRedirect(redirectTo, done.auth_code)
		}
		const opened = await startSession(context, tx, c, userId, 'sso/saml', { provider, notAfter })
		if (!opened) throw new Error('the signed-in user cannot be read back')
		return sessionRedirect(redirectTo, sessionJson(context, opened.account, opened.session, 0n))
	})
}
