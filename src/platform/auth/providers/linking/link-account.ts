import { randomUUID } from 'node:crypto'
import { insertAuditEntry } from '#platform/auth/accounts/audit-queries.ts'
import {
	accountsByProvenEmail,
	acquireAdvisoryLock,
	confirmProvenEmail,
	identityOwner,
	mergeSignInProfile,
	saveIdentity,
	updateProviderList,
} from '#platform/auth/accounts/identities/identity-queries.ts'
import { reclaimAccount } from '#platform/auth/accounts/identities/reclaim-account.ts'
import { type Account, isBanned } from '#platform/auth/accounts/users/account.ts'
import { parseEmail } from '#platform/auth/accounts/users/contact.ts'
import { accountByEmail } from '#platform/auth/accounts/users/contact-queries.ts'
import { isProvenEmailInvited } from '#platform/auth/accounts/users/signup-invitations.ts'
import { accountById, insertUser, lockUser } from '#platform/auth/accounts/users/user-queries.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { accountNotice } from '#platform/auth/delivery/email/account-notices.ts'
import {
	enqueueAfterUserCreatedHook,
	runBeforeUserCreatedHook,
} from '#platform/auth/delivery/hooks/user-created-hooks.ts'
import { AuthError, signupDisabled } from '#platform/auth/errors.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { recordEmailProof } from '#platform/operators/email-proof-queries.ts'
import type { Tx } from '#platform/pg/db.ts'
import type { ProviderProfile } from './provider-profile.ts'

/** The provider's name in identities, and whether its users may have no email address. */
export type IdentitySource = { name: string; emailOptional: boolean }

/**
 * Finds or creates the user of a provider's profile and links the identity. An address joins accounts only when the
 * provider verified it; an account that never proved it first loses its password, other identities and sessions.
 * @returns the user's id
 */
export async function linkAccount(
	context: AuthContext,
	x: Exchange,
	tx: Tx,
	provider: IdentitySource,
	profile: ProviderProfile,
): Promise<string> {
	await tx.query(acquireAdvisoryLock(`identity ${provider.name} ${profile.subject}`))
	const email = profile.email && parseEmail(profile.email)
	if (email) await tx.query(acquireAdvisoryLock(`email ${email}`))
	const [owner] = await tx.query<{ user_id: string }>(identityOwner(provider.name, profile.subject))
	const known = owner?.user_id ?? (await findByVerifiedEmail(tx, profile, email))
	const userId = known ?? (await createLinkedUser(context, tx, x.ip, provider, profile, email))
	const account = await requireLockedAccount(tx, userId)
	const proves = profile.emailVerified && email !== undefined && account.email === email
	if (proves && !account.email_proven) await reclaimAccount(tx, userId, profile.data)
	await Promise.all([
		tx.query(mergeSignInProfile(userId, provider.name, profile.subject, profile.data)),
		tx.query(saveIdentity(userId, provider.name, profile.subject, profile.data)),
		tx.query(updateProviderList(userId)),
		...(known ? [] : [tx.query(insertAuditEntry('user_signedup', userId, x.ip, { provider: provider.name }))]),
		...(proves
			? [tx.query(confirmProvenEmail(userId, email)), tx.query(recordEmailProof(userId, email, 'provider'))]
			: []),
		...(known && !owner ? accountNotice(context, x, account, 'identity_linked', { provider: provider.name }) : []).map(
			(query) => tx.query(query),
		),
	])
	return userId
}

/** Locks and reads an account. @throws AuthError 403 when it is gone or banned */
export async function requireLockedAccount(tx: Tx, userId: string): Promise<Account> {
	await tx.query(lockUser(userId))
	const [account] = await tx.query<Account>(accountById(userId))
	if (!account) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
	if (isBanned(account)) throw new AuthError(403, 'user_banned', 'User is banned')
	return account
}

/** The account that owns a verified address. */
async function findByVerifiedEmail(
	tx: Tx,
	profile: ProviderProfile,
	email: string | undefined,
): Promise<string | undefined> {
	if (!email || !profile.emailVerified) return undefined
	const [known, ...others] = await tx.query<{ id: string }>(accountsByProvenEmail(email))
	if (others.length > 0)
		throw new AuthError(
			500,
			'unexpected_failure',
			'Multiple accounts with the same email address in the same linking domain detected: default',
		)
	return known?.id
}

async function createLinkedUser(
	context: AuthContext,
	tx: Tx,
	ip: string,
	{ name, emailOptional }: IdentitySource,
	profile: ProviderProfile,
	email: string | undefined,
): Promise<string> {
	if (!email && !emailOptional)
		throw new AuthError(500, 'unexpected_failure', 'Error getting user email from external provider')
	const { config } = context
	const isInvited =
		config.SIGNUP === 'invite' && email && profile.emailVerified && (await isProvenEmailInvited(context, tx, email))
	if (config.SIGNUP !== 'open' && !isInvited) throw signupDisabled()
	const [holder] = email ? await tx.query<Account>(accountByEmail(email)) : []
	const own = holder ? null : (email ?? null)
	const id = randomUUID()
	const candidate = { id, email: own, provider: name, data: profile.data }
	await runBeforeUserCreatedHook(context, candidate, { ip, tx })
	for (const query of enqueueAfterUserCreatedHook(context, id, ip)) await tx.query(query)
	await tx.query(
		insertUser({
			id,
			email: own,
			password: null,
			appMetadata: {},
			userMetadata: profile.data,
			confirmed: own !== null && (profile.emailVerified || config.MAIL_AUTOCONFIRM),
			anonymous: false,
		}),
	)
	return id
}
