import { insertAuditEntry } from '#platform/auth/accounts/audit-queries.ts'
import {
	acquireAdvisoryLock,
	confirmProvenEmail,
	consumeInvite,
	identityOwner,
	saveIdentity,
	setEmailIfMissing,
	updateProviderList,
} from '#platform/auth/accounts/identities/identity-queries.ts'
import { reclaimAccount } from '#platform/auth/accounts/identities/reclaim-account.ts'
import { parseEmail } from '#platform/auth/accounts/users/contact.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { accountNotice } from '#platform/auth/delivery/email/account-notices.ts'
import { AuthError, invalid } from '#platform/auth/errors.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { recordEmailProof } from '#platform/operators/email-proof-queries.ts'
import type { Tx } from '#platform/pg/db.ts'
import { requireLockedAccount } from './link-account.ts'
import type { ProviderProfile } from './provider-profile.ts'

/**
 * Links a provider's identity to the signed-in user. An account without an address takes the identity's; a verified
 * one makes an anonymous user permanent.
 * @throws AuthError 422 identity_already_exists or email_exists
 */
export async function attachIdentity(
	context: AuthContext,
	x: Exchange,
	tx: Tx,
	userId: string,
	provider: string,
	profile: ProviderProfile,
): Promise<void> {
	await tx.query(acquireAdvisoryLock(`identity ${provider} ${profile.subject}`))
	const account = await requireLockedAccount(tx, userId)
	const [owner] = await tx.query<{ user_id: string }>(identityOwner(provider, profile.subject))
	if (owner) throw alreadyLinked(owner.user_id === userId)
	await tx.query(saveIdentity(userId, provider, profile.subject, profile.data))
	if (!account.email && profile.email) {
		const email = parseEmail(profile.email)
		await tx.query(setEmailIfMissing(userId, email, profile.emailVerified))
		if (profile.emailVerified) {
			await tx.query(confirmProvenEmail(userId, email))
			await tx.query(recordEmailProof(userId, email, 'provider'))
		}
	}
	await tx.query(updateProviderList(userId))
	await tx.query(insertAuditEntry('identity_linked', userId, x.ip, { provider }))
	for (const query of accountNotice(context, x, account, 'identity_linked', { provider })) await tx.query(query)
}

/**
 * Signs an invited person in by a provider. The invitation proves the address, so the provider only has to know it. A
 * refusal leaves the invitation intact.
 * @returns the user's id
 * @throws AuthError 404 invite_not_found, 400 when the provider does not know the invited address
 */
export async function acceptInvite(
	tx: Tx,
	provider: string,
	profile: ProviderProfile,
	invite: Buffer,
	ip: string,
): Promise<string> {
	await tx.query(acquireAdvisoryLock(`identity ${provider} ${profile.subject}`))
	const [spent] = await tx.query<{ user_id: string; is_mailed: boolean }>(consumeInvite(invite))
	if (!spent) throw new AuthError(404, 'invite_not_found', 'Invite not found')
	const account = await requireLockedAccount(tx, spent.user_id)
	const { email } = account
	if (!email || ![profile.email, ...profile.otherEmails].includes(email))
		throw invalid('Invited email does not match emails from external provider')
	const [owner] = await tx.query<{ user_id: string }>(identityOwner(provider, profile.subject))
	if (owner && owner.user_id !== account.id) throw alreadyLinked(false)
	// Another person may have registered the address before the invitation.
	if (!account.email_proven) await reclaimAccount(tx, account.id, profile.data)
	await Promise.all([
		tx.query(saveIdentity(account.id, provider, profile.subject, profile.data)),
		tx.query(confirmProvenEmail(account.id, email)),
		...(spent.is_mailed ? [tx.query(recordEmailProof(account.id, email, 'mail'))] : []),
		tx.query(updateProviderList(account.id)),
		tx.query(insertAuditEntry('invite_accepted', account.id, ip, { provider })),
	])
	return account.id
}

/** The identity is linked already; the caller may learn whether to their own account. */
function alreadyLinked(isOwn: boolean): AuthError {
	return new AuthError(
		422,
		'identity_already_exists',
		isOwn ? 'Identity is already linked' : 'Identity is already linked to another user',
	)
}
