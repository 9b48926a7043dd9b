import { noteAudit } from '#server/auth/admin/audit-queries.ts'
import { AuthError, invalid } from '#server/auth/errors.ts'
import type { Profile } from '#server/auth/openid/profile.ts'
import type { Tx } from '#server/pg/db.ts'
import { reclaimUser } from './first-proof.ts'
import { refreshProviders } from './identity-queries.ts'
import { alreadyLinked, lockAccount } from './link-account.ts'
import { identityOwner, lockName, proveEmail, saveIdentity, spendInvite } from './link-queries.ts'

/**
 * Signs an invited person in by a provider (auth.md §2.8). The invitation proves that they read mail at its address, so
 * the provider need not vouch for it; it only has to know it. A refusal leaves the invitation as it was.
 * @returns the user's id
 * @throws AuthError 404 invite_not_found, 400 when the provider knows none of the invited addresses
 */
export async function acceptInvite(
	tx: Tx,
	provider: string,
	profile: Profile,
	invite: Buffer,
	ip: string,
): Promise<string> {
	await tx.query(lockName(`identity ${provider} ${profile.subject}`))
	const [spent] = await tx.query<{ user_id: string }>(spendInvite(invite))
	if (!spent) throw new AuthError(404, 'invite_not_found', 'Invite not found')
	const account = await lockAccount(tx, spent.user_id)
	const { email } = account
	if (!email || ![profile.email, ...profile.otherEmails].includes(email))
		throw invalid('Invited email does not match emails from external provider')
	const [owner] = await tx.query<{ user_id: string }>(identityOwner(provider, profile.subject))
	if (owner && owner.user_id !== account.id) throw alreadyLinked(false)
	// Somebody may have registered the address before it was invited.
	if (!account.email_proven) await reclaimUser(tx, account.id, profile.data)
	await Promise.all([
		tx.query(saveIdentity(account.id, provider, profile.subject, profile.data)),
		tx.query(proveEmail(account.id, email)),
		tx.query(refreshProviders(account.id)),
		tx.query(noteAudit('invite_accepted', account.id, ip, { provider })),
	])
	return account.id
}
