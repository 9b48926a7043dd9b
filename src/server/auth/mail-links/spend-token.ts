import type { AuthContext } from '#server/auth/auth-context.ts'
import type { Asker } from '#server/auth/bearer/bearer.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { AuthError } from '#server/auth/errors.ts'
import { keepOnlyOwner } from '#server/auth/identities/first-proof.ts'
import { refreshProviders } from '#server/auth/identities/identity-queries.ts'
import { isKnownNetwork } from '#server/auth/sessions/session-queries.ts'
import { placeOf } from '#server/auth/sessions/sessions.ts'
import {
	noteWrongCode,
	type SpentToken,
	spendCode,
	spendLink,
	type TokenKind,
} from '#server/auth/sessions/token-queries.ts'
import { isStillTheirs } from '#server/auth/sessions/token-target.ts'
import { type Account, isBanned } from '#server/auth/users/account.ts'
import { accountById, confirmEmail, dropForeignPassword } from '#server/auth/users/user-queries.ts'
import type { Tx } from '#server/pg/db.ts'
import { lifetimes } from './account-mails.ts'
import { agreeToEmailChange, finishEmailChange } from './email-change-queries.ts'
import { hashCode, hashLink } from './one-time-token.ts'

/** What a person presents: a link's hash, or a code with the address it went to. */
export type Presented = { tokenHash: string } | { email: string; code: string }

/** Types by mail that can be verified, and the tokens each of them accepts (auth.md §2.4). */
export const kindsByType: ReadonlyMap<string, readonly TokenKind[]> = new Map([
	['signup', ['confirmation']],
	['invite', ['confirmation']],
	['magiclink', ['recovery']],
	['recovery', ['recovery']],
	['email', ['confirmation', 'recovery']],
	['email_change', ['email_change_current', 'email_change_new']],
])

/** A token that proved something. `waiting`: the other address of an e-mail change has yet to confirm. */
export type Proof<T> = { waiting: true } | { waiting: false; result: T; token: SpentToken }

/**
 * Uses a one-time token up, applies what it proves and runs `finish`, all in one transaction.
 * @throws AuthError 403 otp_expired or user_banned; 429 over_request_rate_limit
 */
export async function spendToken<T>(
	context: AuthContext,
	asker: Asker,
	type: string,
	presented: Presented,
	finish: (tx: Tx, account: Account, token: SpentToken) => Promise<T>,
): Promise<Proof<T>> {
	const { db, guesses, keys, limits } = context
	const kinds = kindsByType.get(type) ?? []
	const proof = await db.as(authService, async (tx): Promise<Proof<T> | undefined> => {
		const byLink = 'tokenHash' in presented
		const guess = byLink
			? undefined
			: await guesses.begin(tx, 'code', presented.email, asker.var.ip)
		const [token] = await tx.query<SpentToken>(
			byLink
				? spendLink(hashLink(presented.tokenHash), kinds)
				: spendCode(presented.email, hashCode(presented.email, presented.code, keys.secret), kinds),
		)
		if (!token) {
			if (!byLink) await tx.query(noteWrongCode(presented.email, kinds))
			return undefined
		}
		const [account] = await tx.query<Account>(accountById(token.user_id))
		if (!account || !isStillTheirs(account, token)) return undefined
		if (isBanned(account)) throw new AuthError(403, 'user_banned', 'User is banned')
		const answered =
			token.kind === 'confirmation' ? limits.answered('confirmation', token.relates_to) : []
		for (const query of [...(guess?.whenRight ?? []), ...answered]) await tx.query(query)
		if (!(await apply(context, tx, asker, account, token))) return { waiting: true }
		return { waiting: false, result: await finish(tx, account, token), token }
	})
	if (proof) return proof
	throw new AuthError(
		403,
		'otp_expired',
		'tokenHash' in presented
			? 'Email link is invalid or has expired'
			: 'Token has expired or is invalid',
	)
}

/** @returns false when a second confirmation is still needed */
async function apply(
	{ config }: AuthContext,
	tx: Tx,
	asker: Asker,
	account: Account,
	token: SpentToken,
): Promise<boolean> {
	if (token.kind === 'email_change_current' || token.kind === 'email_change_new') {
		const asksCurrent = config.SECURE_EMAIL_CHANGE
		const [agreement] = await tx.query<{ is_agreed: boolean }>(
			agreeToEmailChange(account.id, token.kind, asksCurrent, lifetimes[token.kind]),
		)
		if (!agreement?.is_agreed) return false
		const finished = tx.query(finishEmailChange(account.id, true))
		await Promise.all([finished, tx.query(refreshProviders(account.id))])
		return true
	}
	if (await isForeignPassword(tx, asker, account, token))
		await tx.query(dropForeignPassword(account))
	if (!account.email_proven) await keepOnlyOwner(tx, account.id, token.asked_by)
	const confirmed = tx.query(confirmEmail(account.id))
	await Promise.all([confirmed, tx.query(refreshProviders(account.id))])
	return true
}

/**
 * Whether somebody else may have chosen the password, before the owner of the address came. Where addresses count without
 * a mail (MAIL_AUTOCONFIRM) it is theirs if the account was signed in to before from their network, on whatever device; and if
 * it never was from anywhere, an operator brought it along.
 */
async function isForeignPassword(
	tx: Tx,
	asker: Asker,
	account: Account,
	token: SpentToken,
): Promise<boolean> {
	if (account.email_confirmed_at === null) return token.drops_password
	const { encrypted_password: password, last_sign_in_at: signedInAt } = account
	if (account.email_proven || password === null || signedInAt === null) return false
	const { network } = placeOf(asker)
	return (await tx.query(isKnownNetwork(account.id, network))).length === 0
}
