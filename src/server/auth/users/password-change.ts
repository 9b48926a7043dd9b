import type { AuthContext } from '#server/auth/auth-context.ts'
import type { SignedIn } from '#server/auth/bearer/bearer.ts'
import { AuthError } from '#server/auth/errors.ts'
import { hashCode } from '#server/auth/mail-links/one-time-token.ts'
import { noteWrongCode, spendCode } from '#server/auth/sessions/token-queries.ts'
import type { Tx } from '#server/pg/db.ts'
import type { Account } from './account.ts'
import type { UserChange } from './user-change.ts'

/** So long after the sign-in the operator may still take it as proof of who sits at the keyboard. */
const recentMilliseconds = 24 * 3600 * 1000
/** Who came by a mail may have forgotten the old password: that is why they came. */
const methodsWithoutPassword = ['otp', 'magiclink', 'recovery']

/** Whether a new password needs a mailed code: the operator wants it, and the sign-in is old. */
export function needsReauthentication(
	{ config }: Pick<AuthContext, 'config'>,
	{ session }: Pick<SignedIn, 'session'>,
): boolean {
	const isRecent = session && Date.now() - session.createdAt.getTime() < recentMilliseconds
	return config.PASSWORD_REQUIRE_REAUTHENTICATION && !isRecent
}

/**
 * Checks what a new password needs besides its strength, and hashes it. A present password that is sent without being
 * asked for has to be right too.
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
	const cameByMail = session?.amr.some(({ method }) => methodsWithoutPassword.includes(method))
	if (config.PASSWORD_REQUIRE_CURRENT && stored && !cameByMail && !current)
		throw currentPassword('current_password_required')
	if (current && !(await passwords.verify(stored, current)))
		throw currentPassword('current_password_invalid')
	if (stored && (await passwords.verify(stored, password)))
		throw new AuthError(
			422,
			'same_password',
			'New password should be different from the old password.',
		)
	return passwords.hash(password)
}

/**
 * Uses the mailed code up, in the transaction that it allows. A wrong one is counted.
 * @returns `unasked` when no code is open: nothing that could be right was mailed of late
 */
export async function spendNonce(
	{ keys }: AuthContext,
	tx: Tx,
	{ email, phone }: Account,
	nonce: string,
): Promise<'spent' | 'wrong' | 'unasked'> {
	const kinds = ['reauthentication'] as const
	const address = email ?? phone ?? ''
	const [spent] = await tx.query(spendCode(address, hashCode(address, nonce, keys.secret), kinds))
	if (spent) return 'spent'
	const [noted] = await tx.query<{ is_open: boolean }>(noteWrongCode(address, kinds))
	return noted?.is_open ? 'wrong' : 'unasked'
}

function currentPassword(
	code: 'current_password_required' | 'current_password_invalid',
): AuthError {
	return new AuthError(400, code, 'Current password required when setting new password.')
}
