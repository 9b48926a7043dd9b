import type { SignedIn } from '#platform/auth/accounts/bearer/require-user.ts'
import { lacksProof } from '#platform/auth/accounts/sessions/recent-proof.ts'
import { hashCode } from '#platform/auth/accounts/tokens/one-time-token.ts'
import { consumeCode, countWrongCode } from '#platform/auth/accounts/tokens/one-time-token-queries.ts'
import type { Account } from '#platform/auth/accounts/users/account.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { AuthError } from '#platform/auth/errors.ts'
import { countAttempt } from '#platform/auth/factors/require-factor.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import type { Tx } from '#platform/pg/db.ts'
import type { UserChange } from './user-change-body.ts'

/** Sign-ins younger than this count as recent. */
const recentMilliseconds = 24 * 3600 * 1000
/** True when a new password needs a mailed code: PASSWORD_REQUIRE_REAUTHENTICATION is on and the sign-in is not recent. */
export function needsReauthentication(
	{ config }: Pick<AuthContext, 'config'>,
	{ session }: Pick<SignedIn, 'session'>,
): boolean {
	const isRecent = session && Date.now() - session.createdAt.getTime() < recentMilliseconds
	return config.PASSWORD_REQUIRE_REAUTHENTICATION && !isRecent
}

/** A new password whose requirements were checked. */
export type NewPassword = {
	hash: string
	/** It equals the present one. Answered after everything else, because it tells what the present one is. */
	isSame: boolean
	/** A mailed code is the only proof, so it must be right. */
	needsNonce: boolean
	/** Takes the comparison back after a change that succeeded. */
	refundAttempt: () => Promise<void>
}

/**
 * Checks the requirements of a new password besides its strength, and hashes it. A current password that is sent
 * without need has to be right too. Every comparison with the stored one counts as an attempt across all networks: a
 * stolen session must not allow guessing it.
 * @throws AuthError reauthentication_needed, current_password_required, current_password_invalid; 429
 */
export async function readNewPassword(
	context: AuthContext,
	x: Exchange,
	signedIn: SignedIn,
	{ nonce, current_password: current }: UserChange,
	password: string,
): Promise<NewPassword> {
	const { config, passwords } = context
	const stored = signedIn.account.encrypted_password
	const isStale = needsReauthentication(context, signedIn)
	const isUnproven = lacksProof(config, signedIn) && !current
	if (!nonce && isUnproven && stored && !isStale) throw currentPasswordError('current_password_required')
	if (!nonce && (isStale || isUnproven))
		throw new AuthError(400, 'reauthentication_needed', 'Password update requires reauthentication')
	const refundAttempt = stored || current ? await countAttempt(context, x, 'password') : async () => {}
	if (current && !(await passwords.verify(stored, current))) throw currentPasswordError('current_password_invalid')
	const isSame = Boolean(stored) && (await passwords.verify(stored, password))
	return { hash: await passwords.hash(password), isSame, needsNonce: isStale || isUnproven, refundAttempt }
}

/**
 * Consumes the mailed code in the transaction that it permits. A wrong one is counted.
 * @returns `none_open` when no unexpired code was sent
 */
export async function consumeReauthenticationNonce(
	{ keys }: AuthContext,
	tx: Tx,
	{ email, phone }: Account,
	nonce: string,
): Promise<'consumed' | 'wrong' | 'none_open'> {
	const kinds = ['reauthentication'] as const
	const address = email ?? phone ?? ''
	const [consumed] = await tx.query(consumeCode(address, hashCode(address, nonce, keys.secret), kinds))
	if (consumed) return 'consumed'
	const [attempt] = await tx.query<{ is_open: boolean }>(countWrongCode(address, kinds))
	return attempt?.is_open ? 'wrong' : 'none_open'
}

function currentPasswordError(code: 'current_password_required' | 'current_password_invalid'): AuthError {
	return new AuthError(400, code, 'Current password required when setting new password.')
}

/** The refusal of a new password that is the present one. */
export function samePassword(): AuthError {
	return new AuthError(422, 'same_password', 'New password should be different from the old password.')
}
