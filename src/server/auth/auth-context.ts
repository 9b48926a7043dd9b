import type { Deps } from '#server/deps.ts'
import type { TokenClaims } from '#server/tokens.ts'
import { createVerifier } from '#server/tokens.ts'
import { createRateLimits, type RateLimits } from './limits/rate-limits.ts'
import {
	createDiscovery,
	type OpenidProvider,
	openidProviders,
	type ProviderMetadata,
} from './openid/openid-provider.ts'
import { createPasswords, type Passwords } from './passwords/password-hash.ts'
import { createRedirectTargets, type RedirectTargets } from './redirects/redirect-target.ts'
import { createRefreshTokens, type RefreshTokens } from './sessions/refresh-token.ts'
import { createSms, type Sms } from './sms/send-code.ts'

/** What every handler of auth/v1 works with. */
export type AuthContext = Deps & {
	passwords: Passwords
	limits: RateLimits
	sms: Sms
	redirects: RedirectTargets
	refreshTokens: RefreshTokens
	verifyToken: (token: string) => TokenClaims
	/** By name; only those that can be used. */
	providers: ReadonlyMap<string, OpenidProvider>
	discover: (provider: OpenidProvider) => Promise<ProviderMetadata>
}

/** Builds the context once per application. `passwords` may be given, to try a queue of another size. */
export function createAuthContext(deps: Deps, passwords = createPasswords()): AuthContext {
	const { config, keys } = deps
	const limits = createRateLimits(deps)
	return {
		...deps,
		passwords,
		limits,
		sms: createSms(deps, limits),
		redirects: createRedirectTargets(config.SITE_URL, config.REDIRECT_ALLOW_LIST),
		refreshTokens: createRefreshTokens(keys.secret),
		verifyToken: createVerifier(keys),
		providers: openidProviders(config),
		discover: createDiscovery(),
	}
}
