import { randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { noteAudit } from '#server/auth/admin/audit-queries.ts'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { AuthError } from '#server/auth/errors.ts'
import { askBeforeUserCreated, tellUserCreated } from '#server/auth/hooks/user-created.ts'
import { parseEmail } from '#server/auth/mail-links/addresses.ts'
import { noticeMail } from '#server/auth/mail-links/notices.ts'
import type { Profile } from '#server/auth/openid/profile.ts'
import { type Account, isBanned } from '#server/auth/users/account.ts'
import {
	accountByEmail,
	accountById,
	insertUser,
	lockUser,
} from '#server/auth/users/user-queries.ts'
import type { Env } from '#server/deps.ts'
import type { Tx } from '#server/pg/db.ts'
import { reclaimUser } from './first-proof.ts'
import { refreshProviders } from './identity-queries.ts'
import {
	accountsByProvenEmail,
	identityOwner,
	lockName,
	mergeProfile,
	proveEmail,
	saveIdentity,
} from './link-queries.ts'

/** Who vouches: the name that its identities carry, and whether a person may come without an address. */
export type Voucher = { name: string; emailOptional: boolean }

/**
 * Finds or makes the user that a provider's profile belongs to (auth.md §6.5), and links it.
 * An address joins two accounts only when the provider vouches for it; a local account that never
 * proved the address loses its password, other identities and sessions first.
 * @returns the user's id
 */
export async function linkAccount(
	context: AuthContext,
	c: Context<Env>,
	tx: Tx,
	provider: Voucher,
	profile: Profile,
): Promise<string> {
	await tx.query(lockName(`identity ${provider.name} ${profile.subject}`))
	const email = profile.email && parseEmail(profile.email)
	if (email) await tx.query(lockName(`email ${email}`))
	const [owner] = await tx.query<{ user_id: string }>(identityOwner(provider.name, profile.subject))
	const known = owner?.user_id ?? (await findByAddress(tx, profile, email))
	const userId = known ?? (await make(context, tx, c.var.ip, provider, profile, email))
	const account = await lockAccount(tx, userId)
	const proves = profile.emailVerified && email !== undefined && account.email === email
	if (proves && !account.email_proven) await reclaimUser(tx, userId, profile.data)
	await Promise.all([
		tx.query(saveIdentity(userId, provider.name, profile.subject, profile.data)),
		tx.query(mergeProfile(userId, profile.data)),
		tx.query(refreshProviders(userId)),
		...(known
			? []
			: [tx.query(noteAudit('user_signedup', userId, c.var.ip, { provider: provider.name }))]),
		...(proves ? [tx.query(proveEmail(userId, email))] : []),
		...(known && !owner ? tellLinked(context, c, account, provider) : []).map((q) => tx.query(q)),
	])
	return userId
}

/** An account that nobody else changes meanwhile. @throws AuthError 403 when it is gone or banned */
export async function lockAccount(tx: Tx, userId: string): Promise<Account> {
	await tx.query(lockUser(userId))
	const [account] = await tx.query<Account>(accountById(userId))
	if (!account)
		throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
	if (isBanned(account)) throw new AuthError(403, 'user_banned', 'User is banned')
	return account
}

/** The identity belongs to somebody, and the caller may know whether to them. */
export function alreadyLinked(isOwn: boolean): AuthError {
	return new AuthError(
		422,
		'identity_already_exists',
		isOwn ? 'Identity is already linked' : 'Identity is already linked to another user',
	)
}

/** The owner of an account learns that somebody can sign in to it in one more way. */
export function tellLinked(
	context: AuthContext,
	c: Context<Env>,
	account: Account,
	{ name }: Pick<Voucher, 'name'>,
) {
	return noticeMail(context, c, account, 'identity_linked', { provider: name })
}

/** The account that a vouched-for address belongs to. */
async function findByAddress(
	tx: Tx,
	profile: Profile,
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

async function make(
	context: AuthContext,
	tx: Tx,
	ip: string,
	{ name, emailOptional }: Voucher,
	profile: Profile,
	email: string | undefined,
): Promise<string> {
	if (!email && !emailOptional)
		throw new AuthError(
			500,
			'unexpected_failure',
			'Error getting user email from external provider',
		)
	const { config } = context
	if (config.SIGNUP !== 'open')
		throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance')
	const [holder] = email ? await tx.query<Account>(accountByEmail(email)) : []
	const own = holder ? null : (email ?? null)
	const id = randomUUID()
	const newcomer = { id, email: own, provider: name, data: profile.data }
	await askBeforeUserCreated(context, newcomer, { ip, tx })
	for (const query of tellUserCreated(context, id, ip)) await tx.query(query)
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
