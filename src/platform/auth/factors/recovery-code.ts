import { createHmac, randomBytes } from 'node:crypto'

const count = 10
const length = 16
/** Crockford's base 32: no letters that look like digits. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** Ten codes of 80 random bits each, as they are shown once. */
export function makeRecoveryCodes(): string[] {
	return Array.from({ length: count }, () =>
		Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join(''),
	)
}

/** Normalizes a typed code: case, spaces and hyphens are ignored, look-alike letters become digits. */
export function normaliseRecoveryCode(typed: string): string {
	return typed.toLowerCase().replace(/[\s-]/g, '').replace(/o/g, '0').replace(/[il]/g, '1')
}

/** The stored hash of a code, keyed so that codes cannot be searched without the installation's secret. */
export function hashRecoveryCode(factorId: string, code: string, secret: Buffer): string {
	return createHmac('sha256', secret).update(`auth/recovery-code\0${factorId}\0${code}`).digest('hex')
}
