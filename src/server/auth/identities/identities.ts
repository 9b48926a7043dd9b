import type { Context } from 'hono'
import { noteAudit } from '#server/auth/admin/audit-queries.ts'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { requireUserLocked, type SignedIn } from '#server/auth/bearer/bearer.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { isTaken } from '#server/auth/database-errors.ts'
import { AuthError, invalid } from '#server/auth/errors.ts'
import { noticeMail } from '#server/auth/mail-links/notices.ts'
import { dropTokens } from '#server/auth/sessions/token-queries.ts'
import { type Account, hasVerifiedFactor, type IdentityRow } from '#server/auth/users/account.ts'
import { isUuid } from '#server/auth/uuid.ts'
import type { Env } from '#server/deps.ts'
import {
	clearPhone,
	deleteIdentity,
	promoteIdentity,
	refreshProviders,
} from './identity-queries.ts'

/** DELETE /user/identities/{identity_id}: takes one way to sign in away (auth.md §3.5). */
export function unlinkIdentity(context: AuthContext) {
	const { config, db, jobs } = context
	return async (c: Context<Env>) => {
		await db
			.as(authService, async (tx) => {
				// Locked: of two that go at the same time the second is the last one.
				const signedIn = await requireUserLocked(context, c, tx)
				if (!config.MANUAL_LINKING) throw linkingDisabled()
				requireRaised(signedIn)
				const { account, claims } = signedIn
				requireAudience(c, claims.aud)
				const identity = findIdentity(account, c.req.param('id') ?? '')
				const traits = { provider: identity.provider }
				await tx.query(noteAudit('identity_unlinked', account.id, c.var.ip, traits))
				for (const query of noticeMail(context, c, account, 'identity_unlinked', traits))
					await tx.query(query)
				await tx.query(deleteIdentity(identity.id))
				if (identity.provider === 'phone') await tx.query(clearPhone(account.id))
				const next = account.identities
					.filter(({ id, email }) => id !== identity.id && email)
					.sort((a, b) => Number(isVerified(b)) - Number(isVerified(a)))[0]
				if (identity.email && identity.email === account.email && next?.email !== account.email) {
					await tx.query(dropTokens(account.id))
					const confirmed = next ? isVerified(next) || config.MAIL_AUTOCONFIRM : false
					const proven = next ? isVerified(next) && next.provider !== 'email' : false
					await tx.query(promoteIdentity(account.id, next?.email ?? null, confirmed, proven))
				}
				await tx.final(refreshProviders(account.id))
			})
			.catch((error) => {
				if (!isTaken(error, 'users_email_key')) throw error
				throw new AuthError(
					422,
					'email_conflict_identity_not_deletable',
					'Unable to unlink identity due to email conflict',
				)
			})
		jobs.wake()
		return c.json({})
	}
}

/**
 * Who signs in through a company gets no second way in, or leaving the company would not lock them out; and who has a
 * second factor no other way in by the password alone.
 * @throws AuthError 422 user_sso_managed, 403 insufficient_aal
 */
export function requireMayLink(signedIn: SignedIn): void {
	const said = 'Identities of a SSO account are managed by its company'
	if (signedIn.account.is_sso_user) throw new AuthError(422, 'user_sso_managed', said)
	requireRaised(signedIn)
}

/** As with passkeys. */
function requireRaised({ account, session }: SignedIn): void {
	if (hasVerifiedFactor(account) && session?.aal !== 'aal2')
		throw new AuthError(
			403,
			'insufficient_aal',
			'AAL2 session is required to manage identities when MFA is enabled',
		)
}

function requireAudience(c: Context<Env>, audience: unknown): void {
	const wanted = c.req.header('x-jwt-aud')
	if (!wanted || wanted === audience) return
	const said = "Token audience doesn't match request audience"
	throw new AuthError(403, 'unexpected_audience', said)
}

export function linkingDisabled(): AuthError {
	return new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled')
}

function findIdentity({ identities }: Account, id: string): IdentityRow {
	if (!isUuid(id)) throw invalid('identity_id must be an UUID', 404)
	if (identities.length <= 1)
		throw new AuthError(
			422,
			'single_identity_not_deletable',
			'User must have at least 1 identity after unlinking',
		)
	const identity = identities.find((candidate) => candidate.id === id)
	if (!identity) throw new AuthError(422, 'identity_not_found', "Identity doesn't exist")
	return identity
}

function isVerified({ identity_data: data }: IdentityRow): boolean {
	return data.email_verified === true
}
