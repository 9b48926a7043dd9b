import type { Account } from '#server/auth/users/account.ts'

/** How a session was opened or raised; newest first. */
export type AuthMethod =
	| 'password'
	| 'otp'
	| 'oauth'
	| 'sso/saml'
	| 'totp'
	| 'mfa/phone'
	| 'mfa/webauthn'
	| 'mfa/recovery_code'
	| 'passkey'
	| 'magiclink'
	| 'recovery'
	| 'email/signup'
	| 'email_change'
	| 'invite'
	| 'anonymous'
	| 'web3'
export type AmrEntry = { method: AuthMethod; timestamp: number; provider?: string }
export type Aal = 'aal1' | 'aal2' | 'aal3'

/** What an access token says. A hook may change all of it and add more, but leaves these in (hooks/token-claims.ts). */
export type AccessClaims = {
	sub: string
	exp: number
	iat: number
	[claim: string]: unknown
}

/**
 * The session that a token speaks for. Without `createdAt` it was opened or raised just now.
 * `claims`: what a hook made of those that its token would have had.
 */
export type SessionFacts = {
	id: string
	aal: Aal
	amr: AmrEntry[]
	createdAt?: Date
	claims?: AccessClaims
}

/**
 * The claims of an access token (auth.md §5.1).
 * @param expiresIn seconds
 */
export function accessClaims(
	account: Account,
	session: SessionFacts,
	{ issuer, expiresIn }: { issuer: string; expiresIn: number },
): AccessClaims {
	const issuedAt = Math.floor(Date.now() / 1000)
	return {
		iss: issuer,
		sub: account.id,
		aud: account.aud,
		exp: issuedAt + expiresIn,
		iat: issuedAt,
		email: account.email ?? '',
		phone: account.phone ?? '',
		app_metadata: account.raw_app_meta_data,
		user_metadata: account.raw_user_meta_data,
		role: account.role,
		aal: session.aal,
		amr: session.amr,
		session_id: session.id,
		is_anonymous: account.is_anonymous,
	}
}
