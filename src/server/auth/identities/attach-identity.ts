import type { Context } from 'hono'
import { noteAudit } from '#server/auth/admin/audit-queries.ts'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { isTaken } from '#server/auth/database-errors.ts'
import { emailExists } from '#server/auth/errors.ts'
import { parseEmail } from '#server/auth/mail-links/addresses.ts'
import type { Profile } from '#server/auth/openid/profile.ts'
import type { Env } from '#server/deps.ts'
import type { Tx } from '#server/pg/db.ts'
import { refreshProviders } from './identity-queries.ts'
import { alreadyLinked, lockAccount, tellLinked } from './link-account.ts'
import { adoptEmail, identityOwner, lockName, proveEmail, saveIdentity } from './link-queries.ts'

/**
 * Links a provider's identity to whoever asked for it while signed in (auth.md §3.5). An account without an address
 * takes the identity's; a vouched-for one makes an anonymous user permanent.
 * @throws AuthError 422 identity_already_exists or email_exists
 */
export async function attachIdentity(
	context: AuthContext,
	c: Context<Env>,
	tx: Tx,
	userId: string,
	provider: string,
	profile: Profile,
): Promise<void> {
	await tx.query(lockName(`identity ${provider} ${profile.subject}`))
	const account = await lockAccount(tx, userId)
	const [owner] = await tx.query<{ user_id: string }>(identityOwner(provider, profile.subject))
	if (owner) throw alreadyLinked(owner.user_id === userId)
	await tx.query(saveIdentity(userId, provider, profile.subject, profile.data))
	if (!account.email && profile.email) {
		const email = parseEmail(profile.email)
		await tx.query(adoptEmail(userId, email, profile.emailVerified)).catch((error: unknown) => {
			throw isTaken(error, 'users_email_key') ? emailExists(error) : error
		})
		if (profile.emailVerified) await tx.query(proveEmail(userId, email))
	}
	await tx.query(refreshProviders(userId))
	await tx.query(noteAudit('identity_linked', userId, c.var.ip, { provider }))
	for (const query of tellLinked(context, c, account, { name: provider })) await tx.query(query)
}
