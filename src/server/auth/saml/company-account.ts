import { randomUUID } from 'node:crypto'
import { noteAudit } from '#server/auth/admin/audit-queries.ts'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { AuthError } from '#server/auth/errors.ts'
import { askBeforeUserCreated, tellUserCreated } from '#server/auth/hooks/user-created.ts'
import { refreshProviders } from '#server/auth/identities/identity-queries.ts'
import { identityOwner, mergeProfile, saveIdentity } from '#server/auth/identities/link-queries.ts'
import { type Account, isBanned } from '#server/auth/users/account.ts'
import { accountById } from '#server/auth/users/user-queries.ts'
import type { Tx } from '#server/pg/db.ts'
import { companyAccountsByEmail, followCompanyEmail, insertCompanyUser } from './account-queries.ts'
import type { CompanyProfile } from './profile.ts'
import { lockProvider } from './provider-queries.ts'

/** How identities name a provider. */
export const identityProviderName = (providerId: string) => `sso:${providerId}`

/**
 * Finds or makes the account of a company's person (auth.md 6.5) and brings it up to date. Accounts of other providers,
 * and those with passwords, are never touched, whatever their address.
 * @returns the user's id
 */
export async function companyAccount(
	context: AuthContext,
	tx: Tx,
	ip: string,
	providerId: string,
	profile: CompanyProfile,
): Promise<string> {
	const provider = identityProviderName(providerId)
	await requireOpen(tx, providerId)
	const known = await findAccount(tx, provider, profile)
	if (known && isBanned(known)) throw new AuthError(403, 'user_banned', 'User is banned')
	if (!known && context.config.SIGNUP !== 'open')
		throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
	const userId = known?.id ?? randomUUID()
	const { email, subject, data } = profile
	if (!known) {
		await askBeforeUserCreated(context, { id: userId, email, provider, data }, { ip, tx })
		for (const query of tellUserCreated(context, userId, ip)) await tx.query(query)
		await tx.query(insertCompanyUser(userId, email, data))
	}
	await Promise.all([
		tx.query(saveIdentity(userId, provider, subject, data)),
		tx.query(mergeProfile(userId, data)),
		tx.query(followCompanyEmail(userId, email)),
		tx.query(refreshProviders(userId)),
	])
	if (!known) await tx.query(noteAudit('user_signedup', userId, ip, { provider }))
	return userId
}

async function requireOpen(tx: Tx, providerId: string): Promise<void> {
	const [lock] = await tx.query<{ disabled: boolean }>(lockProvider(providerId))
	if (!lock || lock.disabled) throw providerDisabled()
}

export function providerDisabled(): AuthError {
	return new AuthError(404, 'sso_provider_disabled', 'SSO Provider is currently disabled')
}

async function findAccount(
	tx: Tx,
	provider: string,
	{ subject, email }: CompanyProfile,
): Promise<Account | undefined> {
	const [owner] = await tx.query<{ user_id: string }>(identityOwner(provider, subject))
	if (owner) return (await tx.query<Account>(accountById(owner.user_id)))[0]
	const [account, ...others] = await tx.query<Account>(companyAccountsByEmail(provider, email))
	if (others.length > 0)
		throw new AuthError(
			500,
			'unexpected_failure',
			'Multiple accounts with the same email address in the same linking domain detected',
		)
	return account
}
