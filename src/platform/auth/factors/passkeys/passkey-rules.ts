import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { SignedIn } from '#platform/auth/accounts/bearer/require-user.ts'
import { requireRecentProof } from '#platform/auth/accounts/sessions/recent-proof.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { readBody, text } from '#platform/auth/body.ts'
import { AuthError, invalid } from '#platform/auth/errors.ts'
import { requireNotAnonymous, requireRaisedSession } from '#platform/auth/factors/require-factor.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import { json } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { isUuid } from '#platform/uuid.ts'
import { consumeWebauthnChallenge, insertWebauthnChallenge, type PasskeyRow } from './passkey-queries.ts'

const challengeSeconds = 300
const body = z.object({ challenge_id: text, credential: z.unknown().optional() })

/** Checks who may add and remove passkeys. @throws AuthError 403 no_authorization or insufficient_aal, 422 for SSO users, 400 reauthentication_needed */
export function requirePasskeyManager(context: AuthContext, signedIn: SignedIn): void {
	requireNotAnonymous(signedIn)
	if (signedIn.account.is_sso_user) throw invalid('SSO users cannot register passkeys', 422)
	requireRaisedSession(signedIn, 'AAL2 session is required to manage passkeys when MFA is enabled')
	requireRecentProof(context, signedIn)
}

/**
 * Stores the challenge of a ceremony and answers with its options.
 * @param userId null when the credential identifies the user
 */
export async function startCeremony(
	{ db }: AuthContext,
	userId: string | null,
	purpose: 'registration' | 'authentication',
	options: { challenge: string },
) {
	const id = randomUUID()
	await db.as(authServiceRole, (tx) => tx.final(insertWebauthnChallenge(id, userId, purpose, options.challenge)))
	const expires_at = Math.floor(Date.now() / 1000) + challengeSeconds
	return json({ challenge_id: id, options, expires_at })
}

/** Reads the body that finishes a ceremony. @throws AuthError 400 validation_failed */
export async function readCredentialBody(x: Exchange): Promise<{ challengeId: string; credential: unknown }> {
	const { challenge_id: challengeId, credential } = await readBody(x, body)
	if (!challengeId) throw invalid('challenge_id is required')
	if (credential === undefined || credential === null) throw invalid('credential is required')
	if (!isUuid(challengeId)) throw invalid('challenge_id must be a valid UUID')
	return { challengeId, credential }
}

/**
 * Consumes a challenge, whether its answer verifies or not.
 * @throws AuthError 400 webauthn_challenge_not_found or webauthn_challenge_expired
 */
export async function consumePasskeyChallenge(
	{ db }: AuthContext,
	...wanted: Parameters<typeof consumeWebauthnChallenge>
): Promise<string> {
	const [taken] = await db.as(authServiceRole, (tx) =>
		tx.final<{ challenge: string; expired: boolean }>(consumeWebauthnChallenge(...wanted)),
	)
	if (!taken) throw new AuthError(400, 'webauthn_challenge_not_found', 'Challenge not found or already used')
	if (taken.expired) throw new AuthError(400, 'webauthn_challenge_expired', 'Challenge has expired')
	return taken.challenge
}

/** The credential does not match the challenge, the site or the key. */
export function verificationFailed(): AuthError {
	return new AuthError(400, 'webauthn_verification_failed', 'Credential verification failed')
}

/** The wire form of a passkey. Absent fields are left out, never null. */
export function passkeyJson({ id, friendly_name, created_at, last_used_at }: PasskeyRow) {
	return {
		id,
		friendly_name: friendly_name ?? undefined,
		created_at,
		last_used_at: last_used_at ?? undefined,
	}
}
