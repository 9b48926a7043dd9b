import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto'

/** A fresh code and link, and what is stored of them. */
export type OneTimeToken = {
	/** Six digits, for people. */
	code: string
	/** 56 hexadecimal digits, after `pkce_` when a PKCE flow asked for it. For links. */
	tokenHash: string
	codeHash: Buffer
	linkHash: Buffer
	pkce: boolean
}

/**
 * Makes a one-time token for an address.
 * The link is drawn at random, not computed from the code: otherwise guessing a link would be guessing six digits.
 */
export function makeOneTimeToken(
	address: string,
	pkce: boolean,
	secret: Buffer,
	code = makeCode(),
): OneTimeToken {
	const tokenHash = `${pkce ? 'pkce_' : ''}${randomBytes(28).toString('hex')}`
	return {
		code,
		tokenHash,
		codeHash: hashCode(address, code, secret),
		linkHash: hashLink(tokenHash),
		pkce,
	}
}

/** Six digits, each as likely as any other. */
export function makeCode(): string {
	return String(randomInt(1_000_000)).padStart(6, '0')
}

/** Keyed, because six digits can be tried out against a plain hash. */
export function hashCode(address: string, code: string, secret: Buffer): Buffer {
	return createHmac('sha256', secret).update(`auth/code\0${address}\0${code}`).digest()
}

export function hashLink(tokenHash: string): Buffer {
	return createHash('sha256').update(tokenHash).digest()
}
