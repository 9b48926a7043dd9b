import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto'

/** A new code and link, and the hashes that are stored of them. */
export type OneTimeToken = {
	/** Six digits, for typing. */
	code: string
	/** 56 hexadecimal digits for links, with the prefix `pkce_` in a PKCE flow. */
	tokenHash: string
	codeHash: Buffer
	linkHash: Buffer
	pkce: boolean
}

/**
 * Makes a one-time token for an address. The link is random and not derived from the code, which has only a million
 * values.
 */
export function makeOneTimeToken(address: string, pkce: boolean, secret: Buffer, code = makeCode()): OneTimeToken {
	const tokenHash = `${pkce ? 'pkce_' : ''}${randomBytes(28).toString('hex')}`
	return {
		code,
		tokenHash,
		codeHash: hashCode(address, code, secret),
		linkHash: hashLink(tokenHash),
		pkce,
	}
}

/** Six uniformly distributed digits. */
export function makeCode(): string {
	return String(randomInt(1_000_000)).padStart(6, '0')
}

/** Keyed, because a plain hash of six digits can be searched. */
export function hashCode(address: string, code: string, secret: Buffer): Buffer {
	return createHmac('sha256', secret).update(`auth/code\0${address}\0${code}`).digest()
}

export function hashLink(tokenHash: string): Buffer {
	return createHash('sha256').update(tokenHash).digest()
}
