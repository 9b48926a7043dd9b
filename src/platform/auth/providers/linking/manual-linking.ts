import { insertAuditEntry } from '#platform/auth/accounts/audit-queries.ts'
import { requireLockedUser, type SignedIn } from '#platform/auth/accounts/bearer/require-user.ts'
import {
	deleteIdentity,
	removePhone,
	replaceEmailByIdentity,
	updateProviderList,
} from '#platform/auth/accounts/identities/identity-queries.ts'
import { requireRecentProof } from '#platform/auth/accounts/sessions/recent-proof.ts'
import { deleteTokens } from '#platform/auth/accounts/tokens/one-time-token-queries.ts'
import { type Account, hasVerifiedFactor, type IdentityRow } from '#platform/auth/accounts/users/account.ts'
import { clearPendingChanges } from '#platform/auth/accounts/users/user-queries.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { isUniqueViolation } from '#platform/auth/database-errors.ts'
import { accountNotice } from '#platform/auth/delivery/email/account-notices.ts'
import { AuthError, invalid } from '#platform/auth/errors.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import { json } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { isUuid } from '#platform/uuid.ts'

/** DELETE /user/identities/{identity_id}: unlinks an identity. */
export async function unlinkIdentity(context: AuthContext, x: Exchange) {
	const { config, db } = context
	await db
		.as(authServiceRole, async (tx) => {
			// Locked, so that concurrent requests cannot remove the last identity.
			const signedIn = await requireLockedUser(context, x, tx)
			if (!config.MANUAL_LINKING) throw linkingDisabled()
			requireAal2(signedIn)
			const { account, claims } = signedIn
			requireAudience(x, claims.aud)
			const identity = findIdentity(account, x.param('id'))
			const traits = { provider: identity.provider }
			await tx.query(insertAuditEntry('identity_unlinked', account.id, x.ip, traits))
			for (const query of accountNotice(context, x, account, 'identity_unlinked', traits)) await tx.query(query)
			await tx.query(deleteIdentity(identity.id))
			// Another person may have signed in by the identity and started a change of address.
			await tx.query(clearPendingChanges(account.id))
			if (identity.provider === 'phone') await tx.query(removePhone(account.id))
			const next = account.identities
				.filter(({ id, email }) => id !== identity.id && email)
				.sort((a, b) => Number(isVerified(b)) - Number(isVerified(a)))[0]
			if (identity.email && identity.email === account.email && next?.email !== account.email) {
				await tx.query(deleteTokens(account.id))
				const confirmed = next ? isVerified(next) || config.MAIL_AUTOCONFIRM : false
				const proven = next ? isVerified(next) && next.provider !== 'email' : false
				await tx.query(replaceEmailByIdentity(account.id, next?.email ?? null, confirmed, proven))
			}
			await tx.final(updateProviderList(account.id))
		})
		.catch((error) => {
			if (!isUniqueViolation(error, 'users_email_key')) throw error
			throw new AuthError(
				422,
				'email_conflict_identity_not_deletable',
				'Unable to unlink identity due to email conflict',
			)
		})
	return json({})
}

/**
 * SSO users get no second way to sign in, which would survive leaving the company. Users with a second factor cannot
 * link at aal1, and no one without a recent proof: a linked identity opens the account alone.
 * @throws AuthError 422 user_sso_managed, 403 insufficient_aal, 400 reauthentication_needed
 */
export function requireMayLink(context: AuthContext, signedIn: SignedIn): void {
	const message = 'Identities of a SSO account are managed by its company'
	if (signedIn.account.is_sso_user) throw new AuthError(422, 'user_sso_managed', message)
	requireAal2(signedIn)
	requireRecentProof(context, signedIn)
}

/** The same rule as for passkeys. */
function requireAal2({ account, session }: SignedIn): void {
	if (hasVerifiedFactor(account) && session?.aal !== 'aal2')
		throw new AuthError(403, 'insufficient_aal', 'AAL2 session is required to manage identities when MFA is enabled')
}

function requireAudience(x: Exchange, audience: unknown): void {
	const wanted = x.header('x-jwt-aud')
	if (!wanted || wanted === audience) return
	const message = "Token audience doesn't match request audience"
	throw new AuthError(403, 'unexpected_audience', message)
}

export function linkingDisabled(): AuthError {
	return new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled')
}

function findIdentity({ identities }: Account, id: string): IdentityRow {
	if (!isUuid(id)) throw invalid('identity_id must be an UUID', 404)
	if (identities.length <= 1)
		throw new AuthError(422, 'single_identity_not_deletable', 'User must have at least 1 identity after unlinking')
	const identity = identities.find((candidate) => candidate.id === id)
	if (!identity) throw new AuthError(422, 'identity_not_found', "Identity doesn't exist")
	return identity
}

function isVerified({ identity_data: data }: IdentityRow): boolean {
	return data.email_verified === true
}
