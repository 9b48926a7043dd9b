import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { insertAuditEntry } from '#platform/auth/accounts/audit-queries.ts'
import {
	readSubject,
	readToken,
	requireLockedUser,
	type SignedIn,
} from '#platform/auth/accounts/bearer/require-user.ts'
import { requireRecentProof } from '#platform/auth/accounts/sessions/recent-proof.ts'
import type { Account } from '#platform/auth/accounts/users/account.ts'
import { parsePhone } from '#platform/auth/accounts/users/contact.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { readBody, text } from '#platform/auth/body.ts'
import { isUniqueViolation } from '#platform/auth/database-errors.ts'
import { accountNotice } from '#platform/auth/delivery/email/account-notices.ts'
import { AuthError, invalid } from '#platform/auth/errors.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import { json } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { seal } from '#platform/keys/sealed-secret.ts'
import type { Tx } from '#platform/pg/db.ts'
import { type FactorKind, parseEnrollableKind, requireNameLength } from './factor-kinds.ts'
import {
	deleteFactor,
	deleteStaleFactors,
	deleteUnverifiedPhone,
	factorCount,
	insertFactor,
	type NewFactor,
	otherVerifiedFactor,
	type StoredFactor,
} from './factor-queries.ts'
import { selectRecoverySetForUpdate } from './recovery-code-queries.ts'
import { requireFactor, requireNotAnonymous, requireRaisedSession } from './require-factor.ts'
import { makeTotpSecret, totpJson, totpPurpose } from './totp.ts'

const body = z.object({ factor_type: text, friendly_name: text, issuer: text, phone: text })
type EnrollBody = z.output<typeof body>
const maxFactors = 10
/** A QR code holds 2,953 bytes, and the label may contain an address of 255 characters. */
const maxIssuerLength = 120

/** A factor to be stored, and the fields that only this answer shows. */
type FactorDraft = { row: NewFactor; shownOnce: Record<string, unknown> }

/** POST /factors: starts to enroll a second factor. */
export async function enrollFactor(context: AuthContext, x: Exchange) {
	const id = randomUUID()
	// Authentication errors come before those of the body.
	readSubject(await readToken(context, x))
	const input = await readBody(x, body)
	requireNameLength(input.friendly_name)
	return context.db
		.as(authServiceRole, async (tx) => {
			const signedIn = await requireLockedUser(context, x, tx)
			requireNotAnonymous(signedIn)
			const kind = parseEnrollableKind(context.config, input.factor_type)
			const { row, shownOnce } = factorDrafts[kind](context, signedIn.account, input)
			if (row.phone) await requireUnverifiedPhone(tx, signedIn.account, row.phone)
			await requireFactorSlot(context, tx, signedIn)
			const traits = { factor_id: id, factor_type: kind }
			await Promise.all([
				tx.query(insertFactor(id, signedIn.account.id, row)),
				tx.final(insertAuditEntry('factor_in_progress', signedIn.account.id, x.ip, traits)),
			])
			return json({ id, type: kind, friendly_name: input.friendly_name ?? '', ...shownOnce })
		})
		.catch((error) => throwFactorNameConflict(error, input.friendly_name))
}

const factorDrafts: Record<FactorKind, (context: AuthContext, account: Account, input: EnrollBody) => FactorDraft> = {
	totp({ config, keys }, account, { friendly_name: name = null, issuer }) {
		if (issuer && issuer.length > maxIssuerLength)
			throw invalid(`Issuer cannot be longer than ${maxIssuerLength} characters`)
		const secret = makeTotpSecret()
		const sealed = seal(secret, keys.secret, totpPurpose)
		const owner = account.email ?? account.phone ?? account.id
		return {
			row: { kind: 'totp', name, secret: sealed, phone: null },
			shownOnce: { totp: totpJson(secret, issuer ?? new URL(config.SITE_URL).host, owner) },
		}
	},
	phone(_, __, { friendly_name: name = null, phone: address }) {
		if (!address) throw invalid('Phone number required to enroll Phone factor')
		const phone = parsePhone(address)
		return { row: { kind: 'phone', name, secret: null, phone }, shownOnce: { phone } }
	},
	webauthn: (_, __, { friendly_name: name = null }) => ({
		row: { kind: 'webauthn', name, secret: null, phone: null },
		shownOnce: {},
	}),
}

/** A verified number cannot be enrolled twice; an unverified one is enrolled again. */
async function requireUnverifiedPhone(tx: Tx, { id, factors }: Account, phone: string): Promise<void> {
	if (factors?.some((factor) => factor.phone === phone && factor.status === 'verified'))
		throw new AuthError(
			422,
			'mfa_verified_factor_exists',
			'A verified phone factor already exists, unenroll the existing factor to continue',
		)
	await tx.query(deleteUnverifiedPhone(id, phone))
}

/**
 * Deletes stale enrollments. Refuses an eleventh factor, one requested at aal1 by a user who has a verified factor, and
 * one without a recent proof.
 * @throws AuthError 422 too_many_enrolled_mfa_factors, 403 insufficient_aal, 400 reauthentication_needed
 */
export async function requireFactorSlot(context: AuthContext, tx: Tx, signedIn: SignedIn): Promise<void> {
	await tx.query(deleteStaleFactors(signedIn.account.id))
	const [row] = await tx.query<{ count: string }>(factorCount(signedIn.account.id))
	if (Number(row?.count) >= maxFactors)
		throw new AuthError(
			422,
			'too_many_enrolled_mfa_factors',
			'Maximum number of verified factors reached, unenroll to continue',
		)
	requireRaisedSession(signedIn, 'AAL2 required to enroll a new factor')
	requireRecentProof(context, signedIn)
}

/**
 * Turns the unique violation of a factor's name into a refusal; rethrows other errors.
 * @throws AuthError 422 mfa_factor_name_conflict
 */
export function throwFactorNameConflict(error: unknown, name: string | undefined): never {
	if (!isUniqueViolation(error, 'mfa_factors_friendly_name_key')) throw error
	throw new AuthError(
		422,
		'mfa_factor_name_conflict',
		`A factor with the friendly name "${name}" for this user already exists`,
	)
}

/** DELETE /factors/{id} */
export async function unenrollFactor(context: AuthContext, x: Exchange) {
	const id = await context.db.as(authServiceRole, async (tx) => {
		const { signedIn, factor } = await requireFactor(context, x, tx)
		await requireRemovable(context, tx, signedIn, factor)
		const traits = { factor_id: factor.id, factor_status: factor.status }
		await tx.query(insertAuditEntry('factor_unenrolled', signedIn.account.id, x.ip, traits))
		const noticeFacts = { factor: factor.factor_type }
		if (factor.status === 'verified')
			for (const query of accountNotice(context, x, signedIn.account, 'mfa_factor_unenrolled', noticeFacts))
				await tx.query(query)
		await tx.final(deleteFactor(signedIn.account.id, factor.id))
		return factor.id
	})
	return json({ id })
}

async function requireRemovable(context: AuthContext, tx: Tx, signedIn: SignedIn, factor: StoredFactor): Promise<void> {
	const { account, session } = signedIn
	if (factor.factor_type === 'recovery_code')
		throw invalid('Recovery codes cannot be unenrolled with this endpoint, use DELETE /factors/recovery-codes', 422)
	if (factor.status !== 'verified') return
	if (session?.aal !== 'aal2') throw new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor')
	requireRecentProof(context, signedIn)
	const [codes] = await tx.query(selectRecoverySetForUpdate(account.id))
	if (!codes) return
	const [other] = await tx.query(otherVerifiedFactor(account.id, factor.id))
	if (!other)
		throw new AuthError(
			422,
			'mfa_recovery_codes_sole_factor',
			'Recovery codes cannot be the only verified factor. Please enroll another factor before unenrolling this one or delete your recovery codes.',
		)
}
