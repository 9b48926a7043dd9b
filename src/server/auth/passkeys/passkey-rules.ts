import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { z } from 'zod'
import type { AuthContext } from '#server/auth/auth-context.ts'
import type { SignedIn } from '#server/auth/bearer/bearer.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { readBody, text } from '#server/auth/body.ts'
import { isTaken } from '#server/auth/database-errors.ts'
import { AuthError, invalid } from '#server/auth/errors.ts'
import { requirePerson } from '#server/auth/factors/own-factor.ts'
import { hasVerifiedFactor } from '#server/auth/users/account.ts'
import { isUuid } from '#server/auth/uuid.ts'
import type { Env } from '#server/deps.ts'
import { offersPasskeys } from '#server/offered.ts'
import { takeKeyChallenge } from './passkey-queries.ts'

const body = z.object({ challenge_id: text, credential: z.unknown().optional() })

/** Every address of /passkeys: 404 where the operator does not want them, or no browser would allow them. */
export function requirePasskeys({ config }: AuthContext) {
	const isOffered = offersPasskeys(config)
	return createMiddleware<Env>(async (_, next) => {
		if (!isOffered) throw new AuthError(404, 'passkey_disabled', 'Passkeys are disabled')
		await next()
	})
}

/** Who may make and remove passkeys. @throws AuthError 403 no_authorization or insufficient_aal, 422 for people of a company's sign-on */
export function requireManager(signedIn: SignedIn): void {
	requirePerson(signedIn)
	const { account, session } = signedIn
	if (account.is_sso_user) throw invalid('SSO users cannot register passkeys', 422)
	if (hasVerifiedFactor(account) && session?.aal !== 'aal2')
		throw new AuthError(
			403,
			'insufficient_aal',
			'AAL2 session is required to manage passkeys when MFA is enabled',
		)
}

/** The answer to a ceremony. @throws AuthError 400 validation_failed */
export async function readCeremony(
	c: Context<Env>,
): Promise<{ challengeId: string; credential: unknown }> {
	const { challenge_id: challengeId, credential } = await readBody(c, body)
	if (!challengeId) throw invalid('challenge_id is required')
	if (credential === undefined || credential === null) throw invalid('credential is required')
	if (!isUuid(challengeId)) throw invalid('challenge_id must be a valid UUID')
	return { challengeId, credential }
}

/**
 * Uses a challenge up, whatever comes of its answer.
 * @throws AuthError 400 webauthn_challenge_not_found or webauthn_challenge_expired
 */
export async function takeChallenge(
	{ db }: AuthContext,
	...wanted: Parameters<typeof takeKeyChallenge>
): Promise<string> {
	const [taken] = await db.as(authService, (tx) =>
		tx.final<{ challenge: string; expired: boolean }>(takeKeyChallenge(...wanted)),
	)
	if (!taken)
		throw new AuthError(400, 'webauthn_challenge_not_found', 'Challenge not found or already used')
	if (taken.expired) throw new AuthError(400, 'webauthn_challenge_expired', 'Challenge has expired')
	return taken.challenge
}

/** The answer does not belong to the challenge, the site or the key. */
export function verificationFailed(): AuthError {
	return new AuthError(400, 'webauthn_verification_failed', 'Credential verification failed')
}

/** Words for a key that is somebody's already, theirs or another's; rethrows the rest. @throws AuthError 422 */
export function explainTakenKey(error: unknown): never {
	if (!isTaken(error, 'webauthn_credentials_credential_id_key')) throw error
	throw new AuthError(422, 'webauthn_credential_exists', 'This credential is already registered')
}
