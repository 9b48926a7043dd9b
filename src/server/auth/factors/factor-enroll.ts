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
import { readBody, text } from '#server/auth/body.ts'
import { isTaken } from '#server/auth/database-errors.ts'
import { AuthError, invalid } from '#server/auth/errors.ts'
import { parsePhone } from '#server/auth/mail-links/addresses.ts'
import { type Account, hasVerifiedFactor } from '#server/auth/users/account.ts'
import type { Env } from '#server/deps.ts'
import type { Tx } from '#server/pg/db.ts'
import { type FactorKind, readEnrollable, requireShortName } from './factor-kinds.ts'
import {
	dropStaleFactors,
	dropUnverifiedPhone,
	factorCount,
	insertFactor,
	type NewFactor,
} from './factor-queries.ts'
import { requirePerson } from './own-factor.ts'
import { seal } from './sealed-secret.ts'
import { makeTotpSecret, totpJson } from './totp.ts'

const body = z.object({ factor_type: text, friendly_name: text, issuer: text, phone: text })
type Given = z.output<typeof body>
const maxFactors = 10
/** A QR code holds 2,953 bytes, and an address of 255 letters stands in it too. */
const longestIssuer = 120

/** A factor about to be stored, and what only this answer tells of it. */
type Draft = { row: NewFactor; shown: Record<string, unknown> }

/** POST /factors: begins to set up a second factor (auth.md §3.6). */
export function enrollFactor(context: AuthContext) {
	return async (c: Context<Env>) => {
		const id = randomUUID()
		// Who may not ask is told so before what they sent is looked at.
		readSubject(readToken(context, c))
		const given = await readBody(c, body)
		requireShortName(given.friendly_name)
		return context.db
			.as(authService, async (tx) => {
				const signedIn = await requireUserLocked(context, c, tx)
				requirePerson(signedIn)
				const kind = readEnrollable(context.config, given.factor_type)
				const { row, shown } = drafts[kind](context, signedIn.account, given)
				if (row.phone) await requireFreshPhone(tx, signedIn.account, row.phone)
				await requireRoom(tx, signedIn)
				const traits = { factor_id: id, factor_type: kind }
				await Promise.all([
					tx.query(insertFactor(id, signedIn.account.id, row)),
					tx.final(noteAudit('factor_in_progress', signedIn.account.id, c.var.ip, traits)),
				])
				return c.json({ id, type: kind, friendly_name: given.friendly_name ?? '', ...shown })
			})
			.catch((error) => explainName(error, given.friendly_name))
	}
}

const drafts: Record<FactorKind, (context: AuthContext, account: Account, given: Given) => Draft> =
	{
		totp({ config, keys }, account, { friendly_name: name = null, issuer }) {
			if (issuer && issuer.length > longestIssuer)
				throw invalid(`Issuer cannot be longer than ${longestIssuer} characters`)
			const secret = makeTotpSecret()
			const sealed = seal(secret, keys.secret, 'totp')
			const owner = account.email ?? account.phone ?? account.id
			return {
				row: { kind: 'totp', name, secret: sealed, phone: null },
				shown: { totp: totpJson(secret, issuer ?? new URL(config.SITE_URL).host, owner) },
			}
		},
		phone(_, __, { friendly_name: name = null, phone: given }) {
			if (!given) throw invalid('Phone number required to enroll Phone factor')
			const phone = parsePhone(given)
			return { row: { kind: 'phone', name, secret: null, phone }, shown: { phone } }
		},
		webauthn: (_, __, { friendly_name: name = null }) => ({
			row: { kind: 'webauthn', name, secret: null, phone: null },
			shown: {},
		}),
	}

/** A number proves nothing twice; one that was never proven is set up anew. */
async function requireFreshPhone(tx: Tx, { id, factors }: Account, phone: string): Promise<void> {
	if (factors?.some((factor) => factor.phone === phone && factor.status === 'verified'))
		throw new AuthError(
			422,
			'mfa_verified_factor_exists',
			'A verified phone factor already exists, unenroll the existing factor to continue',
		)
	await tx.query(dropUnverifiedPhone(id, phone))
}

/**
 * Makes room by forgetting what was begun and left, and refuses an eleventh factor, or one asked for by the password alone.
 * @throws AuthError 422 too_many_enrolled_mfa_factors, 403 insufficient_aal
 */
export async function requireRoom(tx: Tx, { account, session }: SignedIn): Promise<void> {
	await tx.query(dropStaleFactors(account.id))
	const [row] = await tx.query<{ count: string }>(factorCount(account.id))
	if (Number(row?.count) >= maxFactors)
		throw new AuthError(
			422,
			'too_many_enrolled_mfa_factors',
			'Maximum number of verified factors reached, unenroll to continue',
		)
	if (hasVerifiedFactor(account) && session?.aal !== 'aal2')
		throw new AuthError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor')
}

/** Words for a name that another factor of theirs has; rethrows the rest. @throws AuthError 422 mfa_factor_name_conflict */
export function explainName(error: unknown, name: string | undefined): never {
	if (!isTaken(error, 'mfa_factors_friendly_name_key')) throw error
	throw new AuthError(
		422,
		'mfa_factor_name_conflict',
		`A factor with the friendly name "${name}" for this user already exists`,
	)
}
