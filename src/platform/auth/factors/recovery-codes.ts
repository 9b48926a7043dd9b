import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { insertAuditEntry } from '#platform/auth/accounts/audit-queries.ts'
import {
	readSubject,
	readToken,
	requireLockedUser,
	type SignedIn,
} from '#platform/auth/accounts/bearer/require-user.ts'
import { requireRecentProof } from '#platform/auth/accounts/sessions/recent-proof.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { readOptionalBody, text } from '#platform/auth/body.ts'
import { AuthError } from '#platform/auth/errors.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import { json } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import type { Tx } from '#platform/pg/db.ts'
import { requireFactorSlot, throwFactorNameConflict } from './enroll-factor.ts'
import { requireNameLength } from './factor-kinds.ts'
import { deleteFactor } from './factor-queries.ts'
import {
	insertRecoveryFactor,
	type RecoverySet,
	replaceRecoveryCodes,
	selectRecoverySetForUpdate,
} from './recovery-code-queries.ts'
import { requireNotAnonymous } from './require-factor.ts'

const body = z.object({ friendly_name: text })
const type = 'recovery_code'
const codeCount = 10
const codeLength = 16
/** Crockford's base 32: no letters that look like digits. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** GET /factors/recovery-codes: counts the codes without showing them. */
export async function countRecoveryCodes(context: AuthContext, x: Exchange) {
	const { set } = await context.db.as(authServiceRole, (tx) => requireRecoverySet(context, x, tx))
	return json({ id: set.id, type, total: set.total, remaining: set.remaining })
}

/** POST /factors/recovery-codes: ten codes, shown once. They substitute another factor and are never the only one. */
export async function generateRecoveryCodes(context: AuthContext, x: Exchange) {
	readSubject(await readToken(context, x))
	const { friendly_name: name = 'Recovery codes' } = await readOptionalBody(x, body)
	requireNameLength(name)
	const id = randomUUID()
	const codes = makeRecoveryCodes()
	await context.db
		.as(authServiceRole, async (tx) => {
			const signedIn = await requireLockedPerson(context, x, tx, 'generate')
			const { account } = signedIn
			const [present] = await tx.query<RecoverySet>(selectRecoverySetForUpdate(account.id))
			if (present)
				throw new AuthError(
					422,
					'mfa_verified_factor_exists',
					'Recovery codes are already enrolled for this user, use regenerate to rotate them',
				)
			await requireFactorSlot(context, tx, signedIn)
			requireOtherFactor(signedIn)
			const traits = { factor_id: id, count: codes.length }
			await Promise.all([
				tx.query(insertRecoveryFactor(id, account.id, name)),
				tx.query(storeRecoveryCodes(context, id, codes)),
				tx.final(insertAuditEntry('recovery_codes_generated', account.id, x.ip, traits)),
			])
		})
		.catch((error) => throwFactorNameConflict(error, name))
	return json({ id, type, friendly_name: name, total: codes.length, codes })
}

/** POST /factors/recovery-codes/regenerate: replaces the codes and ends a lock. */
export async function regenerateRecoveryCodes(context: AuthContext, x: Exchange) {
	const codes = makeRecoveryCodes()
	const set = await context.db.as(authServiceRole, async (tx) => {
		const { account, set } = await requireRecoverySet(context, x, tx, 'regenerate')
		const traits = { factor_id: set.id, count: codes.length }
		await tx.query(storeRecoveryCodes(context, set.id, codes))
		await tx.final(insertAuditEntry('recovery_codes_regenerated', account.id, x.ip, traits))
		return set
	})
	const friendly_name = set.friendly_name ?? undefined
	return json({ id: set.id, type, friendly_name, total: codes.length, codes })
}

/** DELETE /factors/recovery-codes: sessions that they raised fall back to aal1. */
export async function removeRecoveryCodes(context: AuthContext, x: Exchange) {
	const id = await context.db.as(authServiceRole, async (tx) => {
		const { account, set } = await requireRecoverySet(context, x, tx, 'delete')
		await tx.query(insertAuditEntry('recovery_codes_deleted', account.id, x.ip, { factor_id: set.id }))
		await tx.final(deleteFactor(account.id, set.id))
		return set.id
	})
	return json({ id })
}

/**
 * Locks the account, so that codes are not added to one that is being reclaimed.
 * @param action requires a session at aal2 and a recent proof; its name in the refusal
 */
async function requireLockedPerson(context: AuthContext, x: Exchange, tx: Tx, action?: string): Promise<SignedIn> {
	const signedIn = await requireLockedUser(context, x, tx)
	requireNotAnonymous(signedIn)
	if (action && signedIn.session?.aal !== 'aal2')
		throw new AuthError(403, 'insufficient_aal', `AAL2 required to ${action} recovery codes`)
	if (action) requireRecentProof(context, signedIn)
	return signedIn
}

async function requireRecoverySet(context: AuthContext, x: Exchange, tx: Tx, action?: string) {
	const { account } = await requireLockedPerson(context, x, tx, action)
	const [set] = await tx.query<RecoverySet>(selectRecoverySetForUpdate(account.id))
	if (!set) throw new AuthError(404, 'mfa_factor_not_found', 'The user has not enrolled recovery codes')
	return { account, set }
}

function requireOtherFactor({ account: { factors } }: SignedIn): void {
	const isOther = factors?.some((f) => f.status === 'verified' && f.factor_type !== type)
	if (!isOther)
		throw new AuthError(
			422,
			'mfa_recovery_codes_sole_factor',
			'At least one other verified factor is required to generate recovery codes',
		)
}

function storeRecoveryCodes({ keys }: AuthContext, factorId: string, codes: string[]) {
	const hashes = codes.map((code) => hashRecoveryCode(factorId, code, keys.secret))
	return replaceRecoveryCodes(factorId, hashes)
}

/** Ten codes of 80 random bits each, as they are shown once. */
export function makeRecoveryCodes(): string[] {
	return Array.from({ length: codeCount }, () =>
		Array.from(randomBytes(codeLength), (byte) => alphabet[byte % alphabet.length]).join(''),
	)
}

/** Normalizes a typed code: case, spaces and hyphens are ignored, look-alike letters become digits. */
export function normaliseRecoveryCode(typed: string): string {
	return typed.toLowerCase().replace(/[\s-]/g, '').replace(/o/g, '0').replace(/[il]/g, '1')
}

/** The stored hash of a code, keyed so that codes cannot be searched without the installation's secret. */
export function hashRecoveryCode(factorId: string, code: string, secret: Buffer): string {
	return createHmac('sha256', secret).update(`auth/recovery-code\0${factorId}\0${code}`).digest('hex')
}
