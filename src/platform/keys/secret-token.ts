import { createHash } from 'node:crypto'

/** True when a text has the form of a secret token, 256 bits as base64url; others need no query. */
export function looksLikeToken(text: string): boolean {
	return /^[\w-]{43}$/.test(text)
}

/** The hash of a secret token, which is all that is stored of it. */
export function hashToken(token: string): Buffer {
	return createHash('sha256').update(token).digest()
}
