import type { AuthContext } from '#platform/auth/auth-context.ts'
import { AuthError } from '#platform/auth/errors.ts'
import { bindBrowser } from '#platform/auth/providers/browser-binding.ts'
import { authorizationUrl, callbackUrl, newFlowSecrets } from '#platform/auth/providers/oauth/authorize.ts'
import {
	type CustomProviderRow,
	listCustomProviderRows,
} from '#platform/auth/providers/oauth/custom-provider-queries.ts'
import { findProvider } from '#platform/auth/providers/oauth/find-provider.ts'
import { insertProofState } from '#platform/auth/providers/oauth/oauth-flow-state-queries.ts'
import { identityScopes, redirectProviderNames, type SignInProvider } from '#platform/auth/providers/oauth/provider.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import type { ProofProvider, ProofRedirect } from './identity-proofs.ts'

/** Starts flows that prove an identity. */
export type IdentityProofFlow = {
	/** The providers that a person may choose from, in the order of the settings. */
	providers(): Promise<ProofProvider[]>
	/**
	 * @param context returned to the composed `IdentityProofs` unchanged; it is stored and must be sealed if it holds secrets
	 * @returns the provider's page and headers that bind the browser, or why the flow cannot start
	 */
	start(x: Exchange, provider: string, context: string): Promise<ProofRedirect | 'throttled' | 'unavailable'>
}

/** The flow uses the providers, their clients and the registered callback of sign-in. */
export function createIdentityProofFlow(auth: AuthContext): IdentityProofFlow {
	const { config, db, limits, log, providerClients } = auth

	async function redirectTo(x: Exchange, provider: SignInProvider, context: string): Promise<ProofRedirect> {
		const client = await providerClients(provider)
		const { hash, headers } = bindBrowser(x, config.SITE_URL)
		const flow = { ...newFlowSecrets(provider), browser: hash, context }
		await db.as(authServiceRole, (tx) => tx.final(insertProofState(flow)))
		const identityProvider = { ...provider, scopes: identityScopes(provider) }
		const url = await authorizationUrl(identityProvider, client, flow, callbackUrl(auth), new URLSearchParams())
		return { url, headers }
	}

	return {
		providers: createProofProviders(auth),
		async start(x, name, context) {
			const provider = await findProvider(auth, name)
			if (!provider || provider === 'disabled' || provider.clientSecret === undefined) return 'unavailable'
			try {
				await limits.request('authorize', x.ip)
				return await redirectTo(x, provider, context)
			} catch (error) {
				if (error instanceof AuthError && error.status === 429) return 'throttled'
				log.warn({ err: error, requestId: x.requestId, provider: name }, 'an identity proof could not start')
				return 'unavailable'
			}
		},
	}
}

const cacheMilliseconds = 60_000

/**
 * Lists the enabled providers. Those that administrators added are read once a minute, as public pages ask for them; without a
 * database only those of the settings are listed.
 */
function createProofProviders({ config, db }: AuthContext): () => Promise<ProofProvider[]> {
	const configured = redirectProviderNames(config).map((name) => ({ name, label: undefined }))
	let added: Promise<ProofProvider[]> = Promise.resolve([])
	let until = 0

	async function loadAdded(): Promise<ProofProvider[]> {
		const query = listCustomProviderRows(null)
		const rows = await db.as(authServiceRole, (tx) => tx.final<CustomProviderRow>(query), { readOnly: true })
		return rows.filter(({ enabled }) => enabled).map(({ identifier, name }) => ({ name: identifier, label: name }))
	}

	return async () => {
		if (Date.now() > until) {
			until = Date.now() + cacheMilliseconds
			added = loadAdded().catch(() => {
				until = 0
				return []
			})
		}
		return [...configured, ...(await added)]
	}
}

export function toProofProvider({ name, custom }: SignInProvider): ProofProvider {
	return { name, label: custom?.label }
}
