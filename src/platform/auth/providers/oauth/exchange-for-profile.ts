import type { AuthContext } from '#platform/auth/auth-context.ts'
import { AuthError } from '#platform/auth/errors.ts'
import { callbackUrl } from './authorize.ts'
import { ExchangeFailed, exchangeCode, type ProviderSignIn } from './exchange-code.ts'
import { findProvider } from './find-provider.ts'
import type { ClaimedFlow } from './oauth-flow-state-queries.ts'

/** Exchanges the code of a flow that returned for the profile of its user. @throws AuthError */
export async function exchangeForProfile(
	context: AuthContext,
	flow: ClaimedFlow,
	parameters: Record<string, string>,
): Promise<ProviderSignIn> {
	const provider = await findProvider(context, flow.provider)
	if (!provider || provider === 'disabled')
		throw new AuthError(400, 'oauth_provider_not_supported', 'Unsupported provider: provider is not enabled')
	try {
		const redirectUri = callbackUrl(context)
		return await exchangeCode(provider, await context.providerClients(provider), { flow, parameters, redirectUri })
	} catch (cause) {
		const message =
			cause instanceof ExchangeFailed
				? `Unable to exchange external code: ${parameters.code?.slice(0, 4)}`
				: 'Error getting user profile from external provider'
		throw new AuthError(500, 'unexpected_failure', message, { cause })
	}
}
