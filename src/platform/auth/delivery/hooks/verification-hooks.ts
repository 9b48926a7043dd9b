import { deleteAllSessionsOf } from '#platform/auth/accounts/sessions/session-queries.ts'
import type { DeliveryContext } from '#platform/auth/delivery/delivery-context.ts'
import { AuthError } from '#platform/auth/errors.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import type { Tx } from '#platform/pg/db.ts'
import { maxMessageLength } from './hook-errors.ts'
import type { HookCall } from './hooks.ts'

/** An attempt to verify a second factor. `valid`: the code is correct. */
export type FactorAttempt = {
	userId: string
	factorId: string
	factorType: 'totp' | 'phone' | 'recovery_code'
	valid: boolean
}

/**
 * Asks the mfa-verification hook, if there is one. A rejection signs the user out everywhere, in this transaction.
 * @returns the refusal to answer with after the commit; undefined when the attempt counts
 */
export async function runMfaVerificationHook(
	{ hooks }: DeliveryContext,
	call: HookCall & { tx: Tx },
	{ userId, factorId, factorType, valid }: FactorAttempt,
): Promise<AuthError | undefined> {
	if (!hooks.mfaVerification) return undefined
	const attempt = { user_id: userId, factor_id: factorId, factor_type: factorType, valid }
	const answer = await hooks.mfaVerification.run(attempt, call)
	if (answer.decision !== 'reject') return undefined
	await call.tx.query(deleteAllSessionsOf(userId))
	const message = hookMessage(answer, 'Further MFA verification attempts will be rejected.')
	return new AuthError(403, 'mfa_verification_rejected', message)
}

/**
 * Asks the password-verification hook, if there is one; for an unknown account it only takes as long.
 * @throws AuthError 400 invalid_credentials when it rejects; on request of the hook the user is signed out everywhere
 */
export async function runPasswordVerificationHook(
	{ db, hooks }: Pick<DeliveryContext, 'db' | 'hooks'>,
	call: HookCall,
	userId: string | undefined,
	valid: boolean,
): Promise<void> {
	const hook = hooks.passwordVerification
	if (!hook) return
	if (!userId) return hook.simulate()
	const answer = await hook.run({ user_id: userId, valid }, call)
	if (answer.decision !== 'reject') return
	if (answer.should_logout_user === true) await db.as(authServiceRole, (tx) => tx.final(deleteAllSessionsOf(userId)))
	const message = hookMessage(answer, 'Further password verification attempts will be rejected.')
	throw new AuthError(400, 'invalid_credentials', message)
}

/** The message of an answer, else the default. */
export function hookMessage({ message }: Record<string, unknown>, otherwise: string): string {
	return typeof message === 'string' && message ? message.slice(0, maxMessageLength) : otherwise
}
