import { z } from 'zod'
import { requireUserInTransaction } from '#platform/auth/accounts/bearer/require-user.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { readBody, text } from '#platform/auth/body.ts'
import { accountNotice } from '#platform/auth/delivery/email/account-notices.ts'
import { runMfaVerificationHook } from '#platform/auth/delivery/hooks/user-created-hooks.ts'
import { AuthError, invalid } from '#platform/auth/errors.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import { json } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { allSecrets } from '#platform/keys/keys.ts'
import { elevate, elevatedSessionJson } from './raise-session.ts'
import {
	consumeRecoveryCode,
	countWrongRecoveryCode,
	type RecoverySet,
	selectRecoverySetForUpdate,
} from './recovery-code-queries.ts'
import { hashRecoveryCode, normaliseRecoveryCode } from './recovery-codes.ts'
import { countAttempt, requireNotAnonymous, requireSession } from './require-factor.ts'

const body = z.object({ code: text })

/** POST /factors/recovery-codes/verify: a code raises this session to aal2, once. */
export async function verifyRecoveryCode(context: AuthContext, x: Exchange) {
	const { db, keys } = context
	const refundAttempt = await countAttempt(context, x, 'recovery-codes')
	const { code: typed = '' } = await readBody(x, body)
	// Refusals are thrown after the commit, so that wrong codes stay counted.
	const outcome = await db.as(authServiceRole, async (tx) => {
		const signedIn = await requireUserInTransaction(context, x, tx)
		requireNotAnonymous(signedIn)
		const session = requireSession(signedIn)
		const code = normaliseRecoveryCode(typed)
		if (!code) throw invalid('Code needs to be non-empty')
		const { account } = signedIn
		const [set] = await tx.query<RecoverySet>(selectRecoverySetForUpdate(account.id))
		if (!set) return undefined
		if (set.locked)
			throw new AuthError(429, 'mfa_recovery_codes_locked', 'Too many failed verification attempts, try again later')
		// Codes outlive the secret under which they were hashed, and are too long to be guessed with it.
		const hashes = allSecrets(keys).map((secret) => hashRecoveryCode(set.id, code, secret))
		const [used] = await tx.query(consumeRecoveryCode(set.id, hashes))
		const valid = used !== undefined
		const attempt = { userId: account.id, factorId: set.id, factorType: 'recovery_code', valid } as const
		const rejection = await runMfaVerificationHook(context, { ip: x.ip, tx }, attempt)
		if (rejection) return { rejection }
		if (!used) {
			await tx.query(countWrongRecoveryCode(set.id))
			return undefined
		}
		const remaining = set.remaining - 1
		const noticeFacts = { remaining: String(remaining) }
		for (const query of accountNotice(context, x, account, 'recovery_code_used', noticeFacts)) await tx.query(query)
		const raised = await elevate(context, tx, x, account.id, session.id, {
			factorId: set.id,
			method: 'mfa/recovery_code',
			drops: 'recovery_code',
			audit: { action: 'recovery_codes_verified', traits: { remaining } },
		})
		return { raised }
	})
	if (outcome && 'rejection' in outcome) throw outcome.rejection
	if (!outcome) throw new AuthError(422, 'mfa_verification_failed', 'Invalid recovery code entered')
	await refundAttempt()
	return json(elevatedSessionJson(context, outcome.raised))
}
