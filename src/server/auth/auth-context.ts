import type { Deps } from '#server/deps.ts'
import type { TokenClaims } from '#server/tokens.ts'
import { createVerifier } from '#server/tokens.ts'
import { createHooks, type Hooks, speaksInside } from './hooks/hooks.ts'
import { takeTurns } from './hooks/turns.ts'
import { createGuesses, type Guesses } from './limits/guesses.ts'
import { createRateLimits, type RateLimits } from './limits/rate-limits.ts'
import { type SignInProvider, settledProviders } from './openid/provider.ts'
import { createUpstreams, type Upstreams } from './openid/upstream.ts'
import { createPasswords, type Passwords } from './passwords/password-hash.ts'
import { createRedirectTargets, type RedirectTargets } from './redirects/redirect-target.ts'
import { createRefreshTokens, type RefreshTokens } from './sessions/refresh-token.ts'
import { createSms, type Sms } from './sms/send-code.ts'

/** What every handler of auth/v1 works with. */
export type AuthContext = Deps & {
	passwords: Passwords
	limits: RateLimits
	guesses: Guesses
	sms: Sms
	hooks: Hooks
	redirects: RedirectTargets
	refreshTokens: RefreshTokens
	verifyToken: (token: string) => TokenClaims
	/** By name: those of the settings. */
	providers: ReadonlyMap<string, SignInProvider>
	upstreams: Upstreams
}

/** Builds the context once per application. `passwords` may be given, to try a queue of another size. */
export function createAuthContext(deps: Deps, passwords = createPasswords()): AuthContext {
	const { config, keys } = deps
	const limits = createRateLimits(deps)
	const hooks = createHooks(deps)
	const db = speaksInside(config)
		? takeTurns(deps.db, Math.ceil(config.DATABASE_POOL / 2))
		: deps.db
	return {
		...deps,
		db,
		passwords,
		limits,
		guesses: createGuesses(deps),
		sms: createSms(deps, limits, hooks),
		hooks,
		redirects: createRedirectTargets(config.SITE_URL, config.REDIRECT_ALLOW_LIST),
		refreshTokens: createRefreshTokens(keys.secret),
		verifyToken: createVerifier(keys),
		providers: settledProviders(config),
		upstreams: createUpstreams(),
	}
}
