import type { SignedIn } from '#platform/auth/accounts/bearer/require-user.ts'
import { hashCode } from '#platform/auth/accounts/tokens/one-time-token.ts'
import { consumeCode, countWrongCode } from '#platform/auth/accounts/tokens/one-time-token-queries.ts'
import type { Account } from '#platform/auth/accounts/users/account.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { AuthError } from '#platform/auth/errors.ts'
import type { Tx } from '#platform/pg/db.ts'
import type { UserChange } from './user-change-body.ts'

/** Sign-ins younger than this count as recent. */
const recentMilliseconds = 24 * 3600 * 1000
/** After a sign-in by mail the current password is not required: the user may have forgotten it. */
const methodsWithoutPassword = ['otp', 'magiclink', 'recovery']

/** True when a new password needs a mailed code: PASSWORD_REQUIRE_REAUTHENTICATION is on and the sign-in is not recent. */
export function needsReauthentication(
	{ config }: Pick<AuthContext, 'config'>,
	{ session }: Pick<SignedIn, 'session'>,
): boolean {
	const isRecent = session && Date.now() - session.createdAt.getTime() < recentMilliseconds
	return config.PASSWORD_REQUIRE_REAUTHENTICATION && !isRecent
}

/**
 * Checks the requirements of a new password besides its strength, and hashes it. A current password that is sent
 * without need has to be right too.
 * @throws AuthError reauthentication_needed, current_password_required, current_password_invalid, same_password
 */
export async function readNewPassword(
	context: AuthContext,
	signedIn: SignedIn,
	{ nonce, current_password: current }: UserChange,
	password: string,
): Promise<string> {
	const { config, passwords } = context
	const { account, session } = signedIn
	const stored = account.encrypted_password
	if (needsReauthentication(context, signedIn) && !nonce)
		throw new AuthError(400, 'reauthentication_needed', 'Password update requires reauthentication')
	const signedInByMail = session?.amr.some(({ method }) => methodsWithoutPassword.includes(method))
	if (config.PASSWORD_REQUIRE_CURRENT && stored && !signedInByMail && !current)
		throw currentPasswordError('current_password_required')
	if (current && !(await passwords.verify(stored, current))) throw currentPasswordError('current_password_invalid')
	if (stored && (await passwords.verify(stored, password)))
		throw new AuthError(422, 'same_password', 'New password should be different from the old password.')
	return passwords.hash(password)
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
