import { OAuthError } from '#server/auth/errors.ts'
import type { SignInMessage } from './sign-in-message.ts'

/** A message counts this long before and after its hour. */
export const validityMilliseconds = 600_000

/**
 * Checks that a signed message was meant for us, and for now (auth.md §6.4).
 * An expiration time counts whether or not the message says when it begins to be valid.
 * @param chain its name, for the words of refusals
 * @param isAllowed the rules of redirect targets
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
		throw refused(`Signed ${chain} message is using URI which does not use HTTPS`)
	if (!isAllowed(message.uri))
		throw refused(
			`Signed ${chain} message is using URI which is not allowed on this server, message was signed for another app`,
		)
	// The wallet showed the domain, not the address: they must be one and the same.
	if (uri.host !== message.domain.toLowerCase() || !(isLocal || isAllowed(`https://${uri.host}/`)))
		throw refused(
			`Signed ${chain} message is using a Domain that does not match the one in URI which is not allowed on this server`,
		)
	const issuedAt = message.issuedAt.getTime()
	if (message.notBefore && now < message.notBefore.getTime())
		throw refused(`Signed ${chain} message becomes valid in the future`)
	if (message.expiresAt && now > message.expiresAt.getTime())
		throw refused(`Signed ${chain} message is expired`)
	if (now > issuedAt + validityMilliseconds)
		throw refused(`${chain} message was issued too long ago`)
	if (now < issuedAt - validityMilliseconds)
		throw refused(`${chain} message was issued too far in the future`)
}

export function refused(description: string): OAuthError {
	return new OAuthError('invalid_grant', description)
}
