import type { Context } from 'hono'
import { noteAudit } from '#server/auth/admin/audit-queries.ts'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { fromDatabase } from '#server/auth/database-errors.ts'
import { AuthError } from '#server/auth/errors.ts'
import { linkAccount } from '#server/auth/identities/link-account.ts'
import { askForProof } from '#server/auth/mail-links/ask-for-proof.ts'
import {
	codeRedirect,
	providerErrorRedirect,
	sessionRedirect,
	siteErrorRedirect,
} from '#server/auth/redirects/redirects.ts'
import { sessionJson, startSession } from '#server/auth/sessions/sessions.ts'
import { isUuid } from '#server/auth/uuid.ts'
import type { Env } from '#server/deps.ts'
import { callbackAddress } from './authorize.ts'
import {
	type ClaimedFlow,
	claimFlow,
	dropFlow,
	finishFlow,
	flowExists,
} from './oauth-flow-queries.ts'
import { ExchangeFailed, exchangeCode, type Profile } from './openid-exchange.ts'

/** GET and POST /callback: a provider sends somebody back (auth.md §2.9). Every failure is a redirect. */
export function callback(context: AuthContext) {
	const { config, log } = context
	return async (c: Context<Env>) => {
		const given = await readParameters(c)
		let flow: ClaimedFlow
		try {
			flow = await claim(context, given.state)
		} catch (error) {
			if (!(error instanceof AuthError)) throw error
			return c.redirect(siteErrorRedirect(config.SITE_URL, error), 303)
		}
		try {
			if (given.error)
				return c.redirect(
					providerErrorRedirect(flow.redirect_to, {
						error: given.error,
						error_description: given.error_description ?? '',
					}),
					302,
				)
			if (!given.code)
				throw new AuthError(
					400,
					'bad_oauth_callback',
					'OAuth callback with missing authorization code missing',
				)
			const profile = await readProfile(context, flow, given.code)
			const address = await finish(context, c, flow, profile)
			context.jobs.wake()
			return c.redirect(address, 302)
		} catch (error) {
			const known = error instanceof AuthError ? error : fromDatabase(error)
			const line = { err: error, requestId: c.var.requestId, provider: flow.provider }
			if (!known) log.error(line, 'sign-in by a provider failed')
			else if (known.status >= 500) log.warn(line, 'a provider did not let somebody in')
			const shown =
				known ?? new AuthError(500, 'unexpected_failure', 'Unexpected failure, please try again')
			return c.redirect(providerErrorRedirect(flow.redirect_to, shown), 302)
		}
	}
}

/** Apple posts a form, everybody else puts it into the address. */
async function readParameters(c: Context<Env>): Promise<Record<string, string>> {
	if (c.req.method !== 'POST') return c.req.query()
	return Object.fromEntries(new URLSearchParams(await c.req.text()))
}

async function claim({ db }: AuthContext, state: string | undefined): Promise<ClaimedFlow> {
	if (!state) throw new AuthError(400, 'bad_oauth_callback', 'OAuth state parameter missing')
	if (!isUuid(state)) throw badState('OAuth state parameter is invalid')
	const [flow, isKnown] = await db.as(authService, async (tx) => {
		const [claimed] = await tx.query<ClaimedFlow>(claimFlow(state))
		return [claimed, !claimed && (await tx.query(flowExists(state))).length > 0] as const
	})
	if (isKnown) throw new AuthError(400, 'flow_state_already_used', 'State has already been used')
	if (!flow) throw badState('OAuth state not found or expired')
	if (flow.expired) throw badState('OAuth state has expired')
	return flow
}

async function readProfile(
	context: AuthContext,
	flow: ClaimedFlow,
	code: string,
): Promise<Profile> {
	const provider = context.providers.get(flow.provider)
	if (!provider)
		throw new AuthError(
			400,
			'oauth_provider_not_supported',
			'Unsupported provider: provider is not enabled',
		)
	try {
		return await exchangeCode(provider, await context.discover(provider), {
			code,
			verifier: flow.provider_verifier,
			nonce: flow.provider_nonce,
			redirectUri: callbackAddress(context),
		})
	} catch (cause) {
		const message =
			cause instanceof ExchangeFailed
				? `Unable to exchange external code: ${code.slice(0, 4)}`
				: 'Error getting user profile from external provider'
		throw new AuthError(500, 'unexpected_failure', message, { cause })
	}
}

/** @returns where the person goes on, with tokens or with a code */
async function finish(
	context: AuthContext,
	c: Context<Env>,
	flow: ClaimedFlow,
	profile: Profile,
): Promise<string> {
	const { accessToken, refreshToken } = profile
	const target = flow.redirect_to
	return context.db.as(authService, async (tx) => {
		const userId = await linkAccount(context, tx, flow, profile)
		if (flow.linking_target_id)
			await tx.query(noteAudit('identity_linked', userId, c.var.ip, { provider: flow.provider }))
		const refusal = await askForProof(context, c, tx, userId, flow.provider, target)
		if (refusal) {
			await tx.query(dropFlow(flow.id))
			return providerErrorRedirect(target, refusal)
		}
		if (flow.code_challenge) {
			const [done] = await tx.final<{ auth_code: string }>(
				finishFlow(flow.id, userId, accessToken, refreshToken),
			)
			return codeRedirect(target, done?.auth_code ?? '')
		}
		await tx.query(dropFlow(flow.id))
		const opened = await startSession(tx, c, userId, 'oauth', { provider: flow.provider })
		if (!opened) throw new Error('the signed-in user cannot be read back')
		return sessionRedirect(target, {
			...sessionJson(context, opened.account, opened.session, 0n),
			provider_token: accessToken,
			...(refreshToken ? { provider_refresh_token: refreshToken } : {}),
		})
	})
}

function badState(message: string): AuthError {
	return new AuthError(400, 'bad_oauth_state', message)
}
