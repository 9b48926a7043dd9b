import { AuthError, emailExists, invalid, phoneExists } from './errors.ts'

/** SQLSTATE and constraint of a failed statement. */
export type DatabaseError = { code: string; constraint: string | undefined }

/** Reads SQLSTATE and constraint of a failed statement; undefined for other errors. */
export function readDatabaseError(thrown: unknown): DatabaseError | undefined {
	if (!(thrown instanceof Error) || !('code' in thrown) || typeof thrown.code !== 'string') return undefined
	if (!/^[0-9A-Z]{5}$/.test(thrown.code)) return undefined
	const constraint = 'constraint' in thrown ? thrown.constraint : undefined
	return { code: thrown.code, constraint: typeof constraint === 'string' ? constraint : undefined }
}

/** True for a violation of this unique constraint or index. */
export function isUniqueViolation(thrown: unknown, constraint: string): boolean {
	const failure = readDatabaseError(thrown)
	return failure?.code === '23505' && failure.constraint === constraint
}

/** True when a statement failed because its user was deleted meanwhile. */
export function isUserDeleted(thrown: unknown): boolean {
	const failure = readDatabaseError(thrown)
	return failure?.code === '23503' && failure.constraint?.endsWith('_user_id_fkey') === true
}

/** Treats a user who is deleted meanwhile as unknown, for answers that must not reveal whether an account exists. */
export function ignoreUserDeleted(thrown: unknown): void {
	if (!isUserDeleted(thrown)) throw thrown
}

/** Maps a failed statement to a refusal; undefined when the caller did not cause the failure. */
export function toAuthErrorFromDatabase(thrown: unknown): AuthError | undefined {
	const failure = readDatabaseError(thrown)
	if (!failure) return undefined
	const { code, constraint } = failure
	if (code === '23505' && constraint === 'users_email_key') return emailExists(thrown)
	if (code === '23505' && constraint === 'users_phone_key') return phoneExists(thrown)
	if (code === '23514' && constraint === 'profiles_username_check')
		return invalid('A username has 3 to 30 of these characters: a-z 0-9 _ -')
	if (code === '23514' && constraint === 'users_metadata_size') return invalid('User metadata is limited to 8 KiB')
	if (isUserDeleted(thrown)) return new AuthError(404, 'user_not_found', 'User not found')
	if (code === '23503' && constraint?.endsWith('_factor_id_fkey'))
		return new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
	// A NUL in a path or query parameter; bodies are checked before.
	if (code === '22021') return invalid('A text contains characters that cannot be stored')
	// A trigger on new users may reject the data of a sign-up; its message stays internal.
	if (code === '23514' || code === '22023') return invalid('The user data was refused')
	if (code === '55P03')
		return new AuthError(
			409,
			'conflict',
			'Too many concurrent token refresh requests on the same session or refresh token',
			{ cause: thrown },
		)
	if (code === '57014')
		return new AuthError(504, 'request_timeout', 'Processing this request timed out, please retry.', {
			cause: thrown,
		})
	return undefined
}
