import { OAuthError } from '#platform/auth/errors.ts'
import type { SignInMessage } from './sign-in-message.ts'

/** Milliseconds that a message is valid before and after its issue time. */
export const validityMilliseconds = 600_000

/**
 * Checks that a signed message is meant for this site and currently valid. An expiration time applies with or without
 * a start time.
 * @param chain its name in error messages
 * @param isAllowed the redirect rules
 * @throws OAuthError `invalid_grant`
 */
export function checkMessage(
	message: SignInMessage,
	chain: string,
	isAllowed: (target: string) => boolean,
	now = Date.now(),
): void {
	const uri = new URL(message.uri)
	const isLocal = uri.hostname === 'localhost'
	if (uri.protocol !== 'https:' && !(isLocal && uri.protocol === 'http:'))
		throw invalidGrant(`Signed ${chain} message is using URI which does not use HTTPS`)
	if (!isAllowed(message.uri))
		throw invalidGrant(
			`Signed ${chain} message is using URI which is not allowed on this server, message was signed for another app`,
		)
	// The wallet displays the domain and not the URI, so both must agree.
	if (uri.host !== message.domain.toLowerCase() || !(isLocal || isAllowed(`https://${uri.host}/`)))
		throw invalidGrant(
			`Signed ${chain} message is using a Domain that does not match the one in URI which is not allowed on this server`,
		)
	const issuedAt = message.issuedAt.getTime()
	if (message.notBefore && now < message.notBefore.getTime())
		throw invalidGrant(`Signed ${chain} message becomes valid in the future`)
	if (message.expiresAt && now > message.expiresAt.getTime()) throw invalidGrant(`Signed ${chain} message is expired`)
	if (now > issuedAt + validityMilliseconds) throw invalidGrant(`${chain} message was issued too long ago`)
	if (now < issuedAt - validityMilliseconds) throw invalidGrant(`${chain} message was issued too far in the future`)
}

export function invalidGrant(description: string): OAuthError {
	return new OAuthError('invalid_grant', description)
}
