import { AuthError, invalid, type WeakPasswordReason } from '#platform/auth/errors.ts'
import type { Config } from '#platform/config/config.ts'
import { isCommonPassword } from './common-passwords.ts'

/** Why a password is too weak, as a message and as reason codes. */
export type PasswordWeakness = { message: string; reasons: WeakPasswordReason[] }

/** Settings of the password policy. */
export type PasswordRules = Pick<Config, 'PASSWORD_MIN_LENGTH' | 'PASSWORD_REQUIRED_CHARACTERS' | 'PASSWORD_BLOCKLIST'>

/**
 * Checks a password against the policy of this installation. Length counts characters, not bytes.
 * @param email the owner's address, which a password must not repeat
 */
export async function findWeakness(
	password: string,
	rules: PasswordRules,
	email?: string | null,
): Promise<PasswordWeakness | undefined> {
	const { PASSWORD_MIN_LENGTH: minLength, PASSWORD_REQUIRED_CHARACTERS: sets } = rules
	const found: [WeakPasswordReason, string][] = []
	const isShort = [...password].length < minLength
	if (isShort) found.push(['length', `Password should be at least ${minLength} characters.`])
	if (sets.some((set) => ![...password].some((character) => set.includes(character))))
		found.push(['characters', `Password should contain at least one character of each: ${sets.join(', ')}.`])
	// A password that is too short is not looked up: the result would not help to choose a better one.
	const isLookedUp = rules.PASSWORD_BLOCKLIST && !isShort
	if (isLookedUp && (repeatsEmail(password, email) || (await isCommonPassword(password))))
		found.push(['pwned', 'Password is known to be weak and easy to guess, please choose a different one.'])
	if (found.length === 0) return undefined
	return {
		message: found.map(([, sentence]) => sentence).join(' '),
		reasons: found.map(([reason]) => reason),
	}
}

/** @throws AuthError 400 validation_failed when too long, 422 weak_password when too weak */
export async function requireStrongPassword(
	password: string,
	rules: PasswordRules,
	email?: string | null,
): Promise<void> {
	if (Buffer.byteLength(password) > 72) throw invalid('Password cannot be longer than 72 characters')
	const weakness = await findWeakness(password, rules, email)
	if (weakness) throw new AuthError(422, 'weak_password', weakness.message, { reasons: weakness.reasons })
}

function repeatsEmail(password: string, email?: string | null): boolean {
	if (!email) return false
	const folded = password.toLowerCase()
	const address = email.toLowerCase()
	return folded === address || folded === address.split('@')[0]
}
