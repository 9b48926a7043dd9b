import type { AuthContext } from '#server/auth/auth-context.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { AuthError } from '#server/auth/errors.ts'
import { endAllSessions } from '#server/auth/sessions/session-queries.ts'
import type { Tx } from '#server/pg/db.ts'
import { mostWords } from './hook-errors.ts'
import type { HookCall } from './hooks.ts'

/** An attempt to use a second factor. `valid`: whether what was entered is right. */
export type FactorAttempt = {
	userId: string
	factorId: string
	factorType: 'totp' | 'phone' | 'recovery_code'
	valid: boolean
}

/**
 * Lets the mfa-verification hook, if there is one, judge an attempt. Whom it rejects is signed out everywhere, in this transaction.
 * @returns the refusal to answer with after the commit; nothing when the attempt may count
 */
export async function judgeFactor(
	{ hooks }: AuthContext,
	call: HookCall & { tx: Tx },
	{ userId, factorId, factorType, valid }: FactorAttempt,
): Promise<AuthError | undefined> {
	if (!hooks.mfaVerification) return undefined
	const attempt = { user_id: userId, factor_id: factorId, factor_type: factorType, valid }
	const answer = await hooks.mfaVerification.run(attempt, call)
	if (answer.decision !== 'reject') return undefined
	await call.tx.query(endAllSessions(userId))
	const message = wordsOf(answer, 'Further MFA verification attempts will be rejected.')
	return new AuthError(403, 'mfa_verification_rejected', message)
}

/**
 * Lets the password-verification hook, if there is one, judge an attempt; where there is no account it only takes as long.
 * @throws AuthError 400 invalid_credentials when it rejects; then, if it wants that, the person is signed out everywhere
 */
export async function judgePassword(
	{ db, hooks }: Pick<AuthContext, 'db' | 'hooks'>,
	call: HookCall,
	userId: string | undefined,
	valid: boolean,
): Promise<void> {
	const hook = hooks.passwordVerification
	if (!hook) return
	if (!userId) return hook.pretend()
	const answer = await hook.run({ user_id: userId, valid }, call)
	if (answer.decision !== 'reject') return
	if (answer.should_logout_user === true)
		await db.as(authService, (tx) => tx.final(endAllSessions(userId)))
	const message = wordsOf(answer, 'Further password verification attempts will be rejected.')
	throw new AuthError(400, 'invalid_credentials', message)
}

/** The message of an answer, if it has one. */
export function wordsOf({ message }: Record<string, unknown>, otherwise: string): string {
	return typeof message === 'string' && message ? message.slice(0, mostWords) : otherwise
}
