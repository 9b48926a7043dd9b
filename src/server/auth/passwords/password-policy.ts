import { AuthError, invalid, type WeakPasswordReason } from '#server/auth/errors.ts'

/** Why a password is too weak, in words and in codes; nothing when it is good. */
export type Weakness = { message: string; reasons: WeakPasswordReason[] }

/** Judges a password by the rules of this installation. Length counts characters, not bytes. */
export function findWeakness(password: string, minLength: number): Weakness | undefined {
	const sentences: string[] = []
	const reasons: WeakPasswordReason[] = []
	if ([...password].length < minLength) {
		sentences.push(`Password should be at least ${minLength} characters.`)
		reasons.push('length')
	}
	return sentences.length > 0 ? { message: sentences.join(' '), reasons } : undefined
}

/** @throws AuthError 400 validation_failed when too long, 422 weak_password when too weak */
export function requireStrong(password: string, minLength: number): void {
	if (Buffer.byteLength(password) > 72)
		throw invalid('Password cannot be longer than 72 characters')
	const weakness = findWeakness(password, minLength)
	if (weakness)
		throw new AuthError(422, 'weak_password', weakness.message, { reasons: weakness.reasons })
}
