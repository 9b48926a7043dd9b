import { hashToken, looksLikeToken } from '#platform/keys/secret-token.ts'

const spaceBytes = 16

/** A hash that counts or leads to something in one space alone: the id of the space before it (private.key_space). */
export function spaceKey(space: string, hash: Buffer): Buffer {
	return Buffer.concat([Buffer.from(space.replaceAll('-', ''), 'hex'), hash])
}

/** A secret token (256 bits) that names its space: the id of the space before its bytes, 64 characters of base64url. */
export function spaceTokenOf(space: string, token: string): string {
	return spaceKey(space, Buffer.from(token, 'base64url')).toString('base64url')
}

/** The space that a token names; undefined for one of earlier versions, and for a text that is no token. */
export function spaceOfToken(token: string): string | undefined {
	if (!/^[\w-]{64}$/.test(token)) return undefined
	const hex = Buffer.from(token, 'base64url').toString('hex', 0, spaceBytes)
	return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/**
 * The key by which the database finds a token: the hash of the secret, after the space where the token names one. Tokens of earlier versions are the secret
 * alone, and go on working.
 * @returns null for a text that is no token, which needs no query
 */
export function keyOfToken(token: string): Buffer | null {
	if (looksLikeToken(token)) return hashToken(token)
	if (!/^[\w-]{64}$/.test(token)) return null
	const bytes = Buffer.from(token, 'base64url')
	const secret = bytes.subarray(spaceBytes).toString('base64url')
	return Buffer.concat([bytes.subarray(0, spaceBytes), hashToken(secret)])
}
