import type { SignedIn } from '#platform/auth/accounts/bearer/require-user.ts'
import { AuthError } from '#platform/auth/errors.ts'
import type { Config } from '#platform/config/config.ts'

/** Ten minutes. A page left open or a stolen token does not change credentials after that. */
const recentSeconds = 600

/** True when the session was opened or raised in the last ten minutes: by password, mail, provider, passkey or factor. */
export function hasRecentProof({ session }: Pick<SignedIn, 'session'>): boolean {
	const oldest = Date.now() / 1000 - recentSeconds
	return session?.amr.some(({ timestamp }) => timestamp > oldest) ?? false
}

/**
 * True when PASSWORD_REQUIRE_CURRENT is on and the session alone proves too little. An anonymous user has nothing to
 * prove with.
 */
export function lacksProof({ PASSWORD_REQUIRE_CURRENT: isOn }: Config, signedIn: SignedIn): boolean {
	return isOn && !signedIn.account.is_anonymous && !hasRecentProof(signedIn)
}

/**
 * Requires a proof of the last ten minutes for a change of credentials other than the password.
 * @throws AuthError 400 reauthentication_needed
 */
export function requireRecentProof({ config }: { config: Config }, signedIn: SignedIn): void {
	if (lacksProof(config, signedIn))
		throw new AuthError(400, 'reauthentication_needed', 'This change requires reauthentication')
}
