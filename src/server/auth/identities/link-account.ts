import { randomUUID } from 'node:crypto'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { AuthError } from '#server/auth/errors.ts'
import { parseEmail } from '#server/auth/mail-links/addresses.ts'
import {
	accountsByProvenEmail,
	identityOwner,
	mergeProfile,
	provenByProvider,
	reclaimUser,
	saveIdentity,
} from '#server/auth/mail-links/link-queries.ts'
import type { ClaimedFlow } from '#server/auth/openid/oauth-flow-queries.ts'
import type { Profile } from '#server/auth/openid/openid-exchange.ts'
import { type Account, isBanned } from '#server/auth/users/account.ts'
import { accountByEmail, accountById, insertUser } from '#server/auth/users/user-queries.ts'
import type { Tx } from '#server/pg/db.ts'
import { refreshProviders } from './identity-queries.ts'

type VouchedProfile = Pick<Profile, 'subject' | 'email' | 'emailVerified' | 'data'>

/**
 * Finds or makes the user that a provider's profile belongs to (auth.md §6.5), and links it.
 * An address joins two accounts only when the provider vouches for it; a local account that never
 * proved the address loses its password, other identities and sessions first.
 * @returns the user's id
 */
export async function linkAccount(
	context: AuthContext,
	tx: Tx,
	{ provider, linking_target_id: target }: Pick<ClaimedFlow, 'provider' | 'linking_target_id'>,
	profile: VouchedProfile,
): Promise<string> {
	const [owner] = await tx.query<{ user_id: string }>(identityOwner(provider, profile.subject))
	if (target) {
		if (owner) throw alreadyLinked(owner.user_id === target)
		await save(tx, target, provider, profile)
		return target
	}
	const userId = owner?.user_id ?? (await findOrMake(context, tx, profile))
	const [account] = await tx.query<Account>(accountById(userId))
	if (account && isBanned(account)) throw new AuthError(403, 'user_banned', 'User is banned')
	await save(tx, userId, provider, profile)
	return userId
}

async function save(
	tx: Tx,
	userId: string,
	provider: string,
	{ subject, data }: VouchedProfile,
): Promise<void> {
	await Promise.all([
		tx.query(saveIdentity(userId, provider, subject, data)),
		tx.query(mergeProfile(userId, data)),
		tx.query(refreshProviders(userId)),
	])
}

async function findOrMake(context: AuthContext, tx: Tx, profile: VouchedProfile): Promise<string> {
	const email = profile.email && parseEmail(profile.email)
	if (!email)
		throw new AuthError(
			500,
			'unexpected_failure',
			'Error getting user email from external provider',
		)
	if (!profile.emailVerified) {
		const [holder] = await tx.query<Account>(accountByEmail(email))
		return make(context, tx, profile, holder ? null : email)
	}
	const known = await tx.query<Account>(accountsByProvenEmail(email))
	if (known.length > 1)
		throw new AuthError(
			500,
			'unexpected_failure',
			'Multiple accounts with the same email address in the same linking domain detected',
		)
	const [account] = known
	if (!account) return make(context, tx, profile, email)
	if (account.email === email && !account.email_proven)
		await tx.query(reclaimUser(account.id, profile.data))
	await tx.query(provenByProvider(account.id, email))
	return account.id
}

async function make(
	{ config }: AuthContext,
	tx: Tx,
	profile: VouchedProfile,
	email: string | null,
) {
	if (config.SIGNUP !== 'open')
		throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
	const id = randomUUID()
	await tx.query(
		insertUser({
			id,
			email,
			password: null,
			appMetadata: {},
			userMetadata: profile.data,
			confirmed: email !== null && (profile.emailVerified || config.MAIL_AUTOCONFIRM),
			anonymous: false,
		}),
	)
	if (email && profile.emailVerified) await tx.query(provenByProvider(id, email))
	return id
}

function alreadyLinked(isOwn: boolean): AuthError {
	return new AuthError(
		422,
		'identity_already_exists',
		isOwn ? 'Identity is already linked' : 'Identity is already linked to another user',
	)
}
