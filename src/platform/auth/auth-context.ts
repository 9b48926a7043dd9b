import type { Deps } from '#platform/deps.ts'
import { createVerifier } from '#platform/keys/jwt.ts'
import { createPasswords } from './accounts/passwords/password-hash.ts'
import { createRefreshTokens } from './accounts/sessions/refresh-token-format.ts'
import type { SignupInvitations } from './accounts/users/signup-invitations.ts'
import type { DeliveryContext } from './delivery/delivery-context.ts'
import { createClaimsHook } from './delivery/hooks/access-token-hook.ts'
import { createHooks, hasTransactionHooks } from './delivery/hooks/hooks.ts'
import { limitWriteTransactions } from './delivery/hooks/limit-write-transactions.ts'
import { createSmsSender } from './delivery/sms/sms-sender.ts'
import { createFailedAttempts } from './limits/failed-attempts.ts'
import { createRateLimits } from './limits/rate-limits.ts'
import type { IdentityProofs } from './providers/identity-proof/identity-proofs.ts'
import { configuredProviders, type SignInProvider } from './providers/oauth/provider.ts'
import { createProviderClients, type ProviderClients } from './providers/oauth/provider-client.ts'
import { createRedirectTargets, type RedirectTargets } from './redirects/redirect-target.ts'

/** Dependencies of every handler of auth/v1. */
export type AuthContext = DeliveryContext & {
	redirects: RedirectTargets
	/** The providers of the settings, by name. */
	providers: ReadonlyMap<string, SignInProvider>
	providerClients: ProviderClients
	/** Answers which addresses may sign up while SIGNUP is `invite`; undefined: none. */
	invitations: SignupInvitations | undefined
	/** Handles identities that are proven without a sign-in; undefined: none are. */
	identityProofs: IdentityProofs | undefined
}

/** Builds the context once per application. Tests give `passwords` to use another queue length. */
export function createAuthContext(
	deps: Deps,
	{
		passwords = createPasswords(),
		invitations,
		identityProofs,
	}: {
		passwords?: AuthContext['passwords']
		invitations?: SignupInvitations
		identityProofs?: IdentityProofs
	} = {},
): AuthContext {
	const { config, keys } = deps
	const limits = createRateLimits(deps)
	const hooks = createHooks(deps)
	const db = hasTransactionHooks(hooks) ? limitWriteTransactions(deps.db, Math.ceil(config.DATABASE_POOL / 2)) : deps.db
	return {
		...deps,
		db,
		passwords,
		limits,
		failedAttempts: createFailedAttempts(deps),
		sms: createSmsSender(deps, limits, hooks),
		hooks,
		changeClaims: hooks.customAccessToken && createClaimsHook(hooks.customAccessToken),
		redirects: createRedirectTargets(config.SITE_URL, config.REDIRECT_ALLOW_LIST),
		refreshTokens: createRefreshTokens(keys.secret),
		verifyToken: createVerifier(keys),
		providers: configuredProviders(config),
		providerClients: createProviderClients(),
		invitations,
		identityProofs,
	}
}
