import { AuthError, invalid, type WeakPasswordReason } from '#server/auth/errors.ts'
import type { Config } from '#server/config.ts'
import { isCommon } from './common-passwords.ts'

/** Why a password is too weak, in words and in codes; nothing when it is good. */
export type Weakness = { message: string; reasons: WeakPasswordReason[] }

/** The settings that judge passwords. */
export type PasswordRules = Pick<
	Config,
	'PASSWORD_MIN_LENGTH' | 'PASSWORD_REQUIRED_CHARACTERS' | 'PASSWORD_BLOCKLIST'
>

/**
 * Judges a password by the rules of this installation (auth.md §2.1). Length counts characters, not bytes.
 * @param email of its owner: a password that repeats it is as good as none
 */
export async function findWeakness(
	password: string,
	rules: PasswordRules,
	email?: string | null,
): Promise<Weakness | undefined> {
	const { PASSWORD_MIN_LENGTH: least, PASSWORD_REQUIRED_CHARACTERS: sets } = rules
	const found: [WeakPasswordReason, string][] = []
	const isShort = [...password].length < least
	if (isShort) found.push(['length', `Password should be at least ${least} characters.`])
	if (sets.some((set) => ![...password].some((character) => set.includes(character))))
		found.push([
			'characters',
			`Password should contain at least one character of each: ${sets.join(', ')}.`,
		])
	// Whether what is too short anyway is common too helps nobody to find a better one.
	const isLookedUp = rules.PASSWORD_BLOCKLIST && !isShort
	if (isLookedUp && (repeats(password, email) || (await isCommon(password))))
		found.push([
			'pwned',
			'Password is known to be weak and easy to guess, please choose a different one.',
		])
	if (found.length === 0) return undefined
	return {
		message: found.map(([, sentence]) => sentence).join(' '),
		reasons: found.map(([reason]) => reason),
	}
}

/** @throws AuthError 400 validation_failed when too long, 422 weak_password when too weak */
export async function requireStrong(
	password: string,
	rules: PasswordRules,
	email?: string | null,
): Promise<void> {
	if (Buffer.byteLength(password) > 72)
		throw invalid('Password cannot be longer than 72 characters')
	const weakness = await findWeakness(password, rules, email)
	if (weakness)
		throw new AuthError(422, 'weak_password', weakness.message, { reasons: weakness.reasons })
}

function repeats(password: string, email?: string | null): boolean {
	if (!email) return false
	const folded = password.toLowerCase()
	const address = email.toLowerCase()
	return folded === address || folded === address.split('@')[0]
}
