import { createHmac, randomBytes } from 'node:crypto'

const count = 10
const length = 16
/** Crockford's base 32: no letter that is taken for a digit. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/** Ten fresh codes of 80 random bits each, in the form that people are shown once. */
export function makeRecoveryCodes(): string[] {
	return Array.from({ length: count }, () =>
		Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join(''),
	)
}

/** A code as it was meant: case, spaces and hyphens do not count, nor letters read for digits. */
export function normaliseRecoveryCode(typed: string): string {
	return typed.toLowerCase().replace(/[\s-]/g, '').replace(/o/g, '0').replace(/[il]/g, '1')
}

/** What is stored of a code: nothing that could be tried out without the installation's key. */
export function hashRecoveryCode(factorId: string, code: string, secret: Buffer): string {
	return createHmac('sha256', secret)
		.update(`auth/recovery-code\0${factorId}\0${code}`)
		.digest('hex')
}
