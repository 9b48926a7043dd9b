import type { Factor, Session } from '@supabase/supabase-js'

/** The verified second factors of a user. */
export function verifiedFactors(session: Session | null): Factor[] {
	return session?.user.factors?.filter(({ status }) => status === 'verified') ?? []
}

/**
 * True when this session still needs its second factor: the official client's `getAuthenticatorAssuranceLevel()`
 * (currentLevel below nextLevel), but synchronous, so a guard never renders the screen first.
 */
export function needsSecondFactor(session: Session | null): boolean {
	return session !== null && verifiedFactors(session).length > 0 && readClaims(session).aal !== 'aal2'
}

/** True when only a recovery code raised this session: the devices themselves may be lost. */
export function usedOnlyRecoveryCode(session: Session): boolean {
	const methods = readClaims(session).amr?.map(({ method = '' }) => method) ?? []
	const isDevice = (method: string) => ['totp', 'mfa/phone', 'mfa/webauthn'].includes(method)
	return methods.includes('mfa/recovery_code') && !methods.some(isDevice)
}

/** The id of this session in the server's list. */
export function getSessionId(session: Session): string | undefined {
	return readClaims(session).session_id
}

type Claims = { aal?: string; session_id?: string; amr?: { method?: string; timestamp?: number }[] }

// Decoded for display only: the server verifies the token.
function readClaims({ access_token: token }: Session): Claims {
	const [, part = ''] = token.split('.')
	try {
		return JSON.parse(atob(part.replaceAll('-', '+').replaceAll('_', '/'))) as Claims
	} catch {
		return {}
	}
}
