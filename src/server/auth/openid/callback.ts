import type { Context } from 'hono'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { readText } from '#server/auth/body-text.ts'
import { fromDatabase } from '#server/auth/database-errors.ts'
import { AuthError } from '#server/auth/errors.ts'
import { providerErrorRedirect, siteErrorRedirect } from '#server/auth/redirects/redirects.ts'
import { isUuid } from '#server/auth/uuid.ts'
import type { Env } from '#server/deps.ts'
import { callbackAddress } from './authorize.ts'
import { isSameBrowser } from './browser-binding.ts'
import { ExchangeFailed, exchange, type Visitor } from './exchange.ts'
import { findProvider } from './find-provider.ts'
import { finishVisit } from './finish-visit.ts'
import { type ClaimedFlow, claimFlow, flowExists } from './oauth-flow-queries.ts'

/** GET and POST /callback: a provider sends somebody back (auth.md §2.9). Every failure is a redirect. */
export function callback(context: AuthContext) {
	const { config } = context
	return async (c: Context<Env>) => {
		const given = await readParameters(c)
		let flow: ClaimedFlow
		try {
			flow = await claim(context, c, given.state)
		} catch (error) {
			if (!(error instanceof AuthError)) throw error
			return c.redirect(siteErrorRedirect(config.SITE_URL, error), 303)
		}
		return c.redirect(await goOn(context, c, flow, given), 302)
	}
}

/** Apple posts a form, everybody else puts it into the address. */
async function readParameters(c: Context<Env>): Promise<Record<string, string>> {
	if (c.req.method !== 'POST') return c.req.query()
	return Object.fromEntries(new URLSearchParams(await readText(c)))
}

async function claim(
	{ config, db }: AuthContext,
	c: Context<Env>,
	state: string | undefined,
): Promise<ClaimedFlow> {
	if (!state) throw new AuthError(400, 'bad_oauth_callback', 'OAuth state parameter missing')
	if (!isUuid(state)) throw badState('OAuth state parameter is invalid')
	const [flow, isKnown] = await db.as(authService, async (tx) => {
		const [claimed] = await tx.query<ClaimedFlow>(claimFlow(state))
		return [claimed, !claimed && (await tx.query(flowExists(state))).length > 0] as const
	})
	if (isKnown) throw new AuthError(400, 'flow_state_already_used', 'State has already been used')
	if (!flow) throw badState('OAuth state not found or expired')
	if (flow.expired) throw badState('OAuth state has expired')
	// A client with a verifier of its own notices a swapped code by itself; a link changes an account before that.
	const isBound = flow.code_challenge !== null && flow.linking_target_id === null
	if (!isBound && !isSameBrowser(c, config.SITE_URL, flow.browser_hash))
		throw badState('OAuth state parameter is invalid')
	return flow
}

/** @returns where the person goes on, with tokens, with a code or with what went wrong */
async function goOn(
	context: AuthContext,
	c: Context<Env>,
	flow: ClaimedFlow,
	given: Record<string, string>,
): Promise<string> {
	if (given.error)
		return providerErrorRedirect(flow.redirect_to, {
			error: given.error,
			error_description: given.error_description ?? '',
		})
	try {
		if (!given.code)
			throw new AuthError(
				400,
				'bad_oauth_callback',
				'OAuth callback with missing authorization code missing',
			)
		const visitor = await readVisitor(context, flow, given)
		const address = await finishVisit(context, c, flow, visitor)
		context.jobs.wake()
		return address
	} catch (error) {
		const known = error instanceof AuthError ? error : fromDatabase(error)
		const line = { err: error, requestId: c.var.requestId, provider: flow.provider }
		if (!known) context.log.error(line, 'sign-in by a provider failed')
		else if (known.status >= 500) context.log.warn(line, 'a provider did not let somebody in')
		const shown =
			known ?? new AuthError(500, 'unexpected_failure', 'Unexpected failure, please try again')
		return providerErrorRedirect(flow.redirect_to, shown)
	}
}

async function readVisitor(
	context: AuthContext,
	flow: ClaimedFlow,
	parameters: Record<string, string>,
): Promise<Visitor & { emailOptional: boolean }> {
	const provider = await findProvider(context, flow.provider)
	if (!provider || provider === 'disabled')
		throw new AuthError(
			400,
			'oauth_provider_not_supported',
			'Unsupported provider: provider is not enabled',
		)
	try {
		const visitor = await exchange(provider, await context.upstreams(provider), {
			parameters,
			state: flow.id,
			verifier: flow.provider_verifier,
			nonce: flow.provider_nonce,
			redirectUri: callbackAddress(context),
		})
		return { ...visitor, emailOptional: provider.emailOptional }
	} catch (cause) {
		const message =
			cause instanceof ExchangeFailed
				? `Unable to exchange external code: ${parameters.code?.slice(0, 4)}`
				: 'Error getting user profile from external provider'
		throw new AuthError(500, 'unexpected_failure', message, { cause })
	}
}

function badState(message: string): AuthError {
	return new AuthError(400, 'bad_oauth_state', message)
}
