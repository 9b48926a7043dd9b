import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { renderSVG } from 'uqr'
import { z } from 'zod'
import { noteAudit } from '#server/auth/admin/audit-queries.ts'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { requireUserIn, type SignedIn } from '#server/auth/bearer/bearer.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { readBody, text } from '#server/auth/body.ts'
import { isTaken } from '#server/auth/database-errors.ts'
import { AuthError, type AuthErrorCode, invalid } from '#server/auth/errors.ts'
import type { Env } from '#server/deps.ts'
import { dropStaleFactors, insertTotp } from './factor-queries.ts'
import { seal } from './sealed-secret.ts'
import { encodeBase32, makeTotpSecret, totpUri } from './totp.ts'

const body = z.object({ factor_type: text, friendly_name: text, issuer: text, phone: text })
const switchedOff: Record<string, [AuthErrorCode, string]> = {
	phone: ['mfa_phone_enroll_not_enabled', 'MFA enroll is disabled for Phone'],
	webauthn: ['mfa_webauthn_enroll_not_enabled', 'MFA enroll is disabled for WebAuthn'],
}
const maxFactors = 10

/** POST /factors: begins to set up a second factor (auth.md §3.6). */
export function enrollFactor(context: AuthContext) {
	const { config, db, keys } = context
	return async (c: Context<Env>) => {
		const id = randomUUID()
		const secret = makeTotpSecret()
		let name: string | undefined
		return db
			.as(authService, async (tx) => {
				const signedIn = await requireUserIn(context, c, tx)
				requirePerson(signedIn)
				const given = await readBody(c, body)
				requireTotp(given.factor_type)
				const { account } = signedIn
				await tx.query(dropStaleFactors(account.id))
				requireRoom(signedIn)
				name = given.friendly_name
				const sealed = seal(secret, keys.secret, 'totp')
				await Promise.all([
					tx.query(insertTotp(id, account.id, name ?? null, sealed)),
					tx.final(noteAudit('factor_in_progress', account.id, c.var.ip, { factor_id: id })),
				])
				const issuer = given.issuer ?? new URL(config.SITE_URL).host
				const uri = totpUri(secret, issuer, account.email ?? account.id)
				return c.json({
					id,
					type: 'totp',
					friendly_name: name,
					totp: { qr_code: renderSVG(uri), secret: encodeBase32(secret), uri },
				})
			})
			.catch((error) => explainName(error, name))
	}
}

/** Somebody without an address has nothing to protect. */
export function requirePerson({ account }: SignedIn): void {
	if (account.is_anonymous)
		throw new AuthError(
			403,
			'no_authorization',
			'Anonymous user not allowed to perform these actions',
		)
}

function requireTotp(type: string | undefined): void {
	const off = switchedOff[type ?? '']
	if (off) throw new AuthError(422, ...off)
	if (type !== 'totp') throw invalid('factor_type needs to be totp, phone, or webauthn')
}

function requireRoom({ account, session }: SignedIn): void {
	const factors = account.factors ?? []
	if (factors.length >= maxFactors)
		throw new AuthError(
			422,
			'too_many_enrolled_mfa_factors',
			'Maximum number of verified factors reached, unenroll to continue',
		)
	if (factors.some(({ status }) => status === 'verified') && session?.aal !== 'aal2')
		throw new AuthError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor')
}

function explainName(error: unknown, name: string | undefined): never {
	if (!isTaken(error, 'mfa_factors_friendly_name_key')) throw error
	throw new AuthError(
		422,
		'mfa_factor_name_conflict',
		`A factor with the friendly name "${name}" for this user already exists`,
	)
}
