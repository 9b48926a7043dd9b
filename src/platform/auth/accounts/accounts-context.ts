import type { FailedAttempts } from '#platform/auth/limits/failed-attempts.ts'
import type { RateLimits } from '#platform/auth/limits/rate-limits.ts'
import type { Deps } from '#platform/deps.ts'
import type { TokenClaims } from '#platform/keys/jwt.ts'
import type { Passwords } from './passwords/password-hash.ts'
import type { ChangeClaims } from './sessions/access-token.ts'
import type { RefreshTokens } from './sessions/refresh-token-format.ts'

/** Dependencies of accounts, sessions and tokens. */
export type AccountsContext = Deps & {
	passwords: Passwords
	limits: RateLimits
	failedAttempts: FailedAttempts
	refreshTokens: RefreshTokens
	verifyToken: (token: string) => Promise<TokenClaims>
	/** The custom-access-token hook; undefined when the operator set none. */
	changeClaims: ChangeClaims | undefined
}
