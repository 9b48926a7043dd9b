import type { Account } from '#server/auth/users/account.ts'
import type { SigningKey } from '#server/jwk.ts'
import { signToken } from '#server/tokens.ts'

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

/** The session that a token speaks for. Without `createdAt` it was opened or raised just now. */
export type SessionFacts = { id: string; aal: Aal; amr: AmrEntry[]; createdAt?: Date }

/**
 * Signs an access token (auth.md §5.1).
 * @param expiresIn seconds
 */
export function signAccessToken(
	account: Account,
	session: SessionFacts,
	{ issuer, expiresIn, key }: { issuer: string; expiresIn: number; key: SigningKey },
): { token: string; expiresAt: number } {
	const issuedAt = Math.floor(Date.now() / 1000)
	const expiresAt = issuedAt + expiresIn
	const claims = {
		iss: issuer,
		sub: account.id,
		aud: account.aud,
		exp: expiresAt,
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
	return { token: signToken(claims, key), expiresAt }
}
