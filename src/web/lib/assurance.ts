import type { Factor, Session } from '@supabase/supabase-js'

/** What proves a person beside the first factor; those that were confirmed once. */
export function verifiedFactors(session: Session | null): Factor[] {
	return session?.user.factors?.filter(({ status }) => status === 'verified') ?? []
}

/**
 * Whether this session still owes its second factor: the official client's
 * `getAuthenticatorAssuranceLevel()` (currentLevel below nextLevel), told at once, so that a guard never
 * shows first and asks afterwards.
 */
export function owesSecondFactor(session: Session | null): boolean {
	return session !== null && verifiedFactors(session).length > 0 && claimsOf(session).aal !== 'aal2'
}

/** Whether nothing but a recovery code raised this session: the devices themselves may be lost. */
export function cameByRecoveryCode(session: Session): boolean {
	const methods = claimsOf(session).amr?.map(({ method = '' }) => method) ?? []
	const isDevice = (method: string) => ['totp', 'mfa/phone', 'mfa/webauthn'].includes(method)
	return methods.includes('mfa/recovery_code') && !methods.some(isDevice)
}

/** The id of this session, as the server lists it. */
export function sessionIdOf(session: Session): string | undefined {
	return claimsOf(session).session_id
}

type Claims = { aal?: string; session_id?: string; amr?: { method?: string; timestamp?: number }[] }

// Read only, for what the screen shows: whether a token is genuine is for the server to say.
function claimsOf({ access_token: token }: Session): Claims {
	const [, part = ''] = token.split('.')
	try {
		return JSON.parse(atob(part.replaceAll('-', '+').replaceAll('_', '/'))) as Claims
	} catch {
		return {}
	}
}
