import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { z } from 'zod'
import { noteAudit } from '#server/auth/admin/audit-queries.ts'
import type { AuthContext } from '#server/auth/auth-context.ts'
import {
	readSubject,
	readToken,
	requireUserLocked,
	type SignedIn,
} from '#server/auth/bearer/bearer.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { readOptionalBody, text } from '#server/auth/body.ts'
import { AuthError } from '#server/auth/errors.ts'
import type { Env } from '#server/deps.ts'
import type { Tx } from '#server/pg/db.ts'
import { explainName, requireRoom } from './factor-enroll.ts'
import { requireShortName } from './factor-kinds.ts'
import { deleteFactor } from './factor-queries.ts'
import { requirePerson } from './own-factor.ts'
import { hashRecoveryCode, makeRecoveryCodes } from './recovery-code.ts'
import {
	insertRecoveryFactor,
	lockRecoverySet,
	type RecoverySet,
	replaceRecoveryCodes,
} from './recovery-queries.ts'

const body = z.object({ friendly_name: text })
const type = 'recovery_code'

/** GET /factors/recovery-codes: how many are left; never which. */
export function countRecoveryCodes(context: AuthContext) {
	return async (c: Context<Env>) => {
		const { id, total, remaining } = await context.db.as(authService, async (tx) => {
			const { account } = await requirePersonIn(context, c, tx)
			return requireSet(tx, account.id)
		})
		return c.json({ id, type, total, remaining })
	}
}

/** POST /factors/recovery-codes: ten codes, shown this once. They stand in for another factor and are never the only one. */
export function generateRecoveryCodes(context: AuthContext) {
	return async (c: Context<Env>) => {
		readSubject(readToken(context, c))
		const { friendly_name: name = 'Recovery codes' } = await readOptionalBody(c, body)
		requireShortName(name)
		const id = randomUUID()
		const codes = makeRecoveryCodes()
		await context.db
			.as(authService, async (tx) => {
				const signedIn = await requirePersonIn(context, c, tx)
				requireAal2(signedIn, 'generate')
				const { account } = signedIn
				const [present] = await tx.query<RecoverySet>(lockRecoverySet(account.id))
				if (present)
					throw new AuthError(
						422,
						'mfa_verified_factor_exists',
						'Recovery codes are already enrolled for this user, use regenerate to rotate them',
					)
				await requireRoom(tx, signedIn)
				requireOtherFactor(signedIn)
				const traits = { factor_id: id, count: codes.length }
				await Promise.all([
					tx.query(insertRecoveryFactor(id, account.id, name)),
					tx.query(store(context, id, codes)),
					tx.final(noteAudit('recovery_codes_generated', account.id, c.var.ip, traits)),
				])
			})
			.catch((error) => explainName(error, name))
		return c.json({ id, type, friendly_name: name, total: codes.length, codes })
	}
}

/** POST /factors/recovery-codes/regenerate: the former ones end, and so does a lock. */
export function regenerateRecoveryCodes(context: AuthContext) {
	return async (c: Context<Env>) => {
		const codes = makeRecoveryCodes()
		const set = await context.db.as(authService, async (tx) => {
			const signedIn = await requirePersonIn(context, c, tx)
			requireAal2(signedIn, 'regenerate')
			const found = await requireSet(tx, signedIn.account.id)
			const traits = { factor_id: found.id, count: codes.length }
			const { account } = signedIn
			await tx.query(store(context, found.id, codes))
			await tx.final(noteAudit('recovery_codes_regenerated', account.id, c.var.ip, traits))
			return found
		})
		const friendly_name = set.friendly_name ?? undefined
		return c.json({ id: set.id, type, friendly_name, total: codes.length, codes })
	}
}

/** DELETE /factors/recovery-codes: sessions that they raised fall back. */
export function removeRecoveryCodes(context: AuthContext) {
	return async (c: Context<Env>) => {
		const id = await context.db.as(authService, async (tx) => {
			const signedIn = await requirePersonIn(context, c, tx)
			requireAal2(signedIn, 'delete')
			const { account } = signedIn
			const set = await requireSet(tx, account.id)
			const traits = { factor_id: set.id }
			await tx.query(noteAudit('recovery_codes_deleted', account.id, c.var.ip, traits))
			await tx.final(deleteFactor(account.id, set.id))
			return set.id
		})
		return c.json({ id })
	}
}

async function requirePersonIn(context: AuthContext, c: Context<Env>, tx: Tx): Promise<SignedIn> {
	// Locked: codes must not come to an account that its owner takes back at this moment.
	const signedIn = await requireUserLocked(context, c, tx)
	requirePerson(signedIn)
	return signedIn
}

function requireAal2({ session }: SignedIn, action: string): void {
	if (session?.aal !== 'aal2')
		throw new AuthError(403, 'insufficient_aal', `AAL2 required to ${action} recovery codes`)
}

async function requireSet(tx: Tx, userId: string): Promise<RecoverySet> {
	const [set] = await tx.query<RecoverySet>(lockRecoverySet(userId))
	if (set) return set
	throw new AuthError(404, 'mfa_factor_not_found', 'The user has not enrolled recovery codes')
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

function store({ keys }: AuthContext, factorId: string, codes: string[]) {
	const hashes = codes.map((code) => hashRecoveryCode(factorId, code, keys.secret))
	return replaceRecoveryCodes(factorId, hashes)
}
