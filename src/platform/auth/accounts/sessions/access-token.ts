import type { Account } from '#platform/auth/accounts/users/account.ts'
import type { Tx } from '#platform/pg/db.ts'

/** Authentication methods, as `amr` lists them. */
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

/** The claims of an access token. The custom-access-token hook may change and add claims, but must keep these. */
export type AccessClaims = {
	sub: string
	exp: number
	iat: number
	[claim: string]: unknown
}

/**
 * Replaces the claims of a token that is about to be signed.
 * @param method how the session was opened or raised; `token_refresh` when it continues
 * @param call the client's address, and the transaction that opens the session, if there is one
 */
export type ChangeClaims = (
	claims: AccessClaims,
	method: AuthMethod | 'token_refresh',
	call: { ip: string; tx?: Tx },
) => Promise<AccessClaims>

/** The session of a token. Without `createdAt` it was opened or raised just now. `claims` are those that the hook returned. */
export type SessionFacts = {
	id: string
	aal: Aal
	amr: AmrEntry[]
	createdAt?: Date
	claims?: AccessClaims
}

/**
 * The claims of an access token.
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
