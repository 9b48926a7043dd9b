import { randomUUID } from 'node:crypto'
import { insertAuditEntry } from '#platform/auth/accounts/audit-queries.ts'
import {
	identityOwner,
	mergeProfileIntoMetadata,
	saveIdentity,
	updateProviderList,
} from '#platform/auth/accounts/identities/identity-queries.ts'
import { type Account, isBanned } from '#platform/auth/accounts/users/account.ts'
import { accountById } from '#platform/auth/accounts/users/user-queries.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import {
	enqueueAfterUserCreatedHook,
	runBeforeUserCreatedHook,
} from '#platform/auth/delivery/hooks/user-created-hooks.ts'
import { AuthError, signupDisabled } from '#platform/auth/errors.ts'
import { recordSsoEmailProof } from '#platform/operators/email-proof-queries.ts'
import type { Tx } from '#platform/pg/db.ts'
import type { SsoProfile } from './response/sso-profile.ts'
import { insertSsoUser, lockSsoProvider, ssoAccountsByEmail, updateSsoEmail } from './saml-queries.ts'

/** The name of an SSO provider in identities. */
export const ssoProviderName = (providerId: string) => `sso:${providerId}`

/**
 * Finds or creates the account of an SSO user and updates it. Accounts of other providers and accounts with passwords
 * never match, even with the same address.
 * @returns the user's id
 */
export async function findOrCreateSsoAccount(
	context: AuthContext,
	tx: Tx,
	ip: string,
	providerId: string,
	profile: SsoProfile,
): Promise<string> {
	const provider = ssoProviderName(providerId)
	await requireEnabledProvider(tx, providerId)
	const known = await findAccount(tx, provider, profile)
	if (known && isBanned(known)) throw new AuthError(403, 'user_banned', 'User is banned')
	if (!known && context.config.SIGNUP !== 'open') throw signupDisabled()
	const userId = known?.id ?? randomUUID()
	const { email, subject, data } = profile
	if (!known) {
		await runBeforeUserCreatedHook(context, { id: userId, email, provider, data }, { ip, tx })
		for (const query of enqueueAfterUserCreatedHook(context, userId, ip)) await tx.query(query)
		await tx.query(insertSsoUser(userId, email, data))
	}
	await Promise.all([
		tx.query(saveIdentity(userId, provider, subject, data)),
		tx.query(mergeProfileIntoMetadata(userId, data)),
		tx.query(updateSsoEmail(userId, email)),
		tx.query(recordSsoEmailProof(userId, email, providerId)),
		tx.query(updateProviderList(userId)),
	])
	if (!known) await tx.query(insertAuditEntry('user_signedup', userId, ip, { provider }))
	return userId
}

async function requireEnabledProvider(tx: Tx, providerId: string): Promise<void> {
	const [lock] = await tx.query<{ disabled: boolean }>(lockSsoProvider(providerId))
	if (!lock || lock.disabled) throw ssoProviderDisabled()
}

export function ssoProviderDisabled(): AuthError {
	return new AuthError(404, 'sso_provider_disabled', 'SSO Provider is currently disabled')
}

async function findAccount(tx: Tx, provider: string, { subject, email }: SsoProfile): Promise<Account | undefined> {
	const [owner] = await tx.query<{ user_id: string }>(identityOwner(provider, subject))
	if (owner) return (await tx.query<Account>(accountById(owner.user_id)))[0]
	const [account, ...others] = await tx.query<Account>(ssoAccountsByEmail(provider, email))
	if (others.length > 0)
		throw new AuthError(
			500,
			'unexpected_failure',
			'Multiple accounts with the same email address in the same linking domain detected',
		)
	return account
}
