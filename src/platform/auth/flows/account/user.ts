import { insertAuditEntry } from '#platform/auth/accounts/audit-queries.ts'
import {
	requireLockedUser,
	requireUser,
	requireUserInTransaction,
	type SignedIn,
} from '#platform/auth/accounts/bearer/require-user.ts'
import { updateProviderList } from '#platform/auth/accounts/identities/identity-queries.ts'
import { requireStrongPassword } from '#platform/auth/accounts/passwords/password-policy.ts'
import { requireRecentProof } from '#platform/auth/accounts/sessions/recent-proof.ts'
import {
	deleteAllSessionsOf,
	deleteOtherSessions,
	deleteSession,
	keepAccessTokensUntilExpiry,
} from '#platform/auth/accounts/sessions/session-queries.ts'
import { deleteTokens } from '#platform/auth/accounts/tokens/one-time-token-queries.ts'
import { parsePkceChallenge } from '#platform/auth/accounts/tokens/pkce.ts'
import { type Account, userJson } from '#platform/auth/accounts/users/account.ts'
import { findByContact } from '#platform/auth/accounts/users/contact.ts'
import { finishEmailChange, startEmailChange } from '#platform/auth/accounts/users/contact-queries.ts'
import { clearPendingChanges, mergeUserMetadata, setPassword } from '#platform/auth/accounts/users/user-queries.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { readBody } from '#platform/auth/body.ts'
import { accountNotice } from '#platform/auth/delivery/email/account-notices.ts'
import { type PreparedEmails, sendEmailsAndReadUser } from '#platform/auth/delivery/email/email-otp.ts'
import { emailRecipientOf } from '#platform/auth/delivery/email/email-recipient.ts'
import { AuthError, emailExists, invalid } from '#platform/auth/errors.ts'
import { tooManyEmails } from '#platform/auth/limits/email-limits.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import { empty, json } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import type { Query } from '#platform/pg/sql.ts'
import { beginPhoneChange, prepareEmailChange } from './change-contact.ts'
import { consumeReauthenticationNonce, readNewPassword, samePassword } from './change-password.ts'
import { normalizeChange, requireChangeAllowed, type UserChange, userChangeBody } from './user-change-body.ts'

/** GET /user: the user of the bearer token. @throws AuthError 401, 403, or 400 for another audience */
export async function getUser(context: AuthContext, x: Exchange) {
	const { account, claims } = await requireUser(context, x)
	const wanted = x.header('x-jwt-aud')
	if (wanted && wanted !== claims.aud) throw invalid("Token audience doesn't match request audience")
	return json(userJson(account))
}

/** PUT /user: changes metadata, password, email and phone. */
export async function updateUser(context: AuthContext, x: Exchange) {
	const { config, db, limits } = context
	const signedIn = await requireUser(context, x)
	const change = normalizeChange(await readBody(x, userChangeBody), signedIn)
	await limits.request('user', x.ip)
	const { account, session } = signedIn
	const { password, nonce } = change
	if (password !== undefined) await requireStrongPassword(password, config, change.email ?? account.email)
	requireChangeAllowed(change, signedIn)
	if (change.email && (await findByContact(context, { kind: 'email', address: change.email }))) throw emailExists()

	if (password === undefined && givesAccess(context, account, change)) requireRecentProof(context, signedIn)
	const fresh = password === undefined ? undefined : await readNewPassword(context, x, signedIn, change, password)
	const statements: Query[] = []
	if (change.data) statements.push(mergeUserMetadata(account.id, change.data))
	if (fresh) {
		statements.push(
			setPassword(account.id, fresh.hash),
			deleteOtherSessions(account.id, session?.id ?? null),
			deleteTokens(account.id),
			// Anyone who knows the address could otherwise have a pending change resent.
			clearPendingChanges(account.id),
			...accountNotice(context, x, account, 'password_changed'),
		)
	}
	statements.push(...(await beginPhoneChange(context, x, account, change)))
	const emails = await prepareEmailUpdate(context, x, signedIn, change)
	const action = password === undefined ? 'user_modified' : 'user_updated_password'
	statements.push(insertAuditEntry(action, account.id, x.ip))

	const changing = db.as(authServiceRole, async (tx) => {
		await requireLockedUser(context, x, tx)
		if (fresh && nonce) {
			const outcome = await consumeReauthenticationNonce(context, tx, account, nonce)
			// As in Supabase Auth, a code that was not requested is ignored; an open one has to be right.
			if (outcome === 'wrong' || (outcome === 'none_open' && fresh.needsNonce)) return undefined
		}
		// The rollback leaves the mailed code unused.
		if (fresh?.isSame) throw samePassword()
		return (await sendEmailsAndReadUser(tx, emails, account.id, statements)) ?? account
	})
	const changed = await changing.catch(async (error) => {
		if (change.email && emails.statements.length > 0) await refundEmailChange(context, x, account, change.email)
		throw error
	})
	if (!changed) throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid')
	await fresh?.refundAttempt()
	return json(userJson(changed))
}

/** True for a contact that would open the account without the agreement of its present address. */
function givesAccess({ config }: AuthContext, { email }: Account, change: UserChange): boolean {
	const isEmailUnchecked = change.email !== undefined && !(config.SECURE_EMAIL_CHANGE && email)
	return change.phone !== undefined || isEmailUnchecked
}

/** Refunds what `prepareEmailUpdate` consumed. */
async function refundEmailChange({ limits }: AuthContext, x: Exchange, { id }: Account, newEmail: string) {
	await limits.refundEmail('email_change', id, x.ip)
	await limits.refundEmail('email_change', newEmail, undefined)
	await limits.refundShare()
}

/**
 * Prepares the mails for a change of address, counted for the account's id and the new address. Others cannot exhaust
 * the limit of an id, because they cannot name it. Only an anonymous user under MAIL_AUTOCONFIRM gets an unproven address.
 */
async function prepareEmailUpdate(
	context: AuthContext,
	x: Exchange,
	{ account }: SignedIn,
	{ email, ...pkce }: UserChange,
): Promise<PreparedEmails> {
	if (!email) return { statements: [], deliver: undefined }
	const challenge = parsePkceChallenge(pkce.code_challenge, pkce.code_challenge_method)
	if (account.is_anonymous && context.config.MAIL_AUTOCONFIRM)
		return {
			statements: [
				startEmailChange(account.id, email),
				finishEmailChange(account.id, false),
				updateProviderList(account.id),
			],
			deliver: undefined,
		}
	const { limits } = context
	await limits.consumeEmail('email_change', account.id, x.ip)
	await limits.consumeEmail('email_change', email, undefined)
	const wait = await limits.consumeShare(await emailRecipientOf(context, x, account))
	if (wait > 0) throw tooManyEmails(wait)
	if (account.email) await limits.countEmail('email_change', account.email)
	const redirectTo = context.redirects.resolve(x)
	return prepareEmailChange(context, x, account, email, { redirectTo, challenge })
}

const scopes = ['global', 'local', 'others'] as const

/** POST /logout?scope=: ends this session, the others, or all. */
export async function logout(context: AuthContext, x: Exchange) {
	const requested = x.query('scope') || 'global'
	const scope = scopes.find((name) => name === requested)
	await context.db.as(authServiceRole, async (tx) => {
		const { account, session } = await requireUserInTransaction(context, x, tx)
		if (!scope) throw invalid(`Unsupported logout scope "${requested}"`)
		await tx.query(insertAuditEntry('logout', account.id, x.ip, { scope }))
		if (!context.config.SESSIONS_END_AT_ONCE) await tx.query(keepAccessTokensUntilExpiry())
		if (!session || scope === 'global') await tx.final(deleteAllSessionsOf(account.id))
		else if (scope === 'local') await tx.final(deleteSession(account.id, session.id))
		else await tx.final(deleteOtherSessions(account.id, session.id))
	})
	return empty()
}
