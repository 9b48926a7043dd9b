import { AuthError, emailExists, invalid } from './errors.ts'

/** The part of a driver error that decides what the caller is told. */
export type DatabaseFailure = { code: string; constraint: string | undefined }

/** Reads SQLSTATE and constraint of a failed statement; nothing for any other failure. */
export function databaseFailure(thrown: unknown): DatabaseFailure | undefined {
	if (!(thrown instanceof Error) || !('code' in thrown) || typeof thrown.code !== 'string')
		return undefined
	if (!/^[0-9A-Z]{5}$/.test(thrown.code)) return undefined
	const constraint = 'constraint' in thrown ? thrown.constraint : undefined
	return { code: thrown.code, constraint: typeof constraint === 'string' ? constraint : undefined }
}

/** True when a statement failed because this constraint or unique index already holds the value. */
export function isTaken(thrown: unknown, constraint: string): boolean {
	const failure = databaseFailure(thrown)
	return failure?.code === '23505' && failure.constraint === constraint
}

/** True when a statement failed because the user that it was for is being deleted, or is gone. */
export function isUserGone(thrown: unknown): boolean {
	const failure = databaseFailure(thrown)
	return failure?.code === '23503' && failure.constraint?.endsWith('_user_id_fkey') === true
}

/** For answers that tell nobody who is here: whoever goes at this moment is as unknown as anybody else. */
export function ignoreUserGone(thrown: unknown): void {
	if (!isUserGone(thrown)) throw thrown
}

/** What a failed statement means to the caller; nothing when it is our own fault. */
export function fromDatabase(thrown: unknown): AuthError | undefined {
	const failure = databaseFailure(thrown)
	if (!failure) return undefined
	const { code, constraint } = failure
	if (code === '23505' && constraint === 'users_email_key') return emailExists(thrown)
	if (code === '23505' && constraint === 'users_phone_key')
		return new AuthError(
			422,
			'phone_exists',
			'A user with this phone number has already been registered',
			{ cause: thrown },
		)
	if (code === '23514' && constraint === 'profiles_username_check')
		return invalid('A username has 3 to 30 of these characters: a-z 0-9 _ -')
	if (code === '23514' && constraint === 'users_metadata_size')
		return invalid('User metadata is limited to 8 KiB')
	if (isUserGone(thrown)) return new AuthError(404, 'user_not_found', 'User not found')
	if (code === '23503' && constraint?.endsWith('_factor_id_fkey'))
		return new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
	// A NUL in an address; bodies were looked through before.
	if (code === '22021') return invalid('A text contains characters that cannot be stored')
	// A trigger on new users may refuse what sign-up asked for, in its own words.
	if (code === '23514' || code === '22023') return invalid('The user data was refused')
	if (code === '55P03')
		return new AuthError(
			409,
			'conflict',
			'Too many concurrent token refresh requests on the same session or refresh token',
			{ cause: thrown },
		)
	if (code === '57014')
		return new AuthError(
			504,
			'request_timeout',
			'Processing this request timed out, please retry.',
			{
				cause: thrown,
			},
		)
	return undefined
}
