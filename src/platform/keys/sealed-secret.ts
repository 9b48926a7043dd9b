import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const ivLength = 12
const tagLength = 16

/** Encrypts a value that must be useless to a reader of the database, such as a TOTP secret. */
export function seal(plain: Buffer, secret: Buffer, purpose: string): Buffer {
	const iv = randomBytes(ivLength)
	const cipher = createCipheriv(algorithm, deriveKey(secret, purpose), iv)
	const body = Buffer.concat([cipher.update(plain), cipher.final()])
	return Buffer.concat([iv, cipher.getAuthTag(), body])
}

/** @throws Error when the value was sealed with another secret or purpose, or was altered */
export function unseal(sealed: Buffer, secret: Buffer, purpose: string): Buffer {
	const iv = sealed.subarray(0, ivLength)
	const decipher = createDecipheriv(algorithm, deriveKey(secret, purpose), iv)
	decipher.setAuthTag(sealed.subarray(ivLength, ivLength + tagLength))
	return Buffer.concat([decipher.update(sealed.subarray(ivLength + tagLength)), decipher.final()])
}

/** Like `seal`, for a JSON value. */
export function sealJson(value: unknown, secret: Buffer, purpose: string): Buffer {
	return seal(Buffer.from(JSON.stringify(value)), secret, purpose)
}

/** Like `unseal`, for a JSON value. */
export function unsealJson(sealed: Buffer, secret: Buffer, purpose: string) {
	return JSON.parse(unseal(sealed, secret, purpose).toString())
}

/** Like `unsealJson`, for a value that one of the secrets sealed. @throws Error when none did */
export function unsealJsonUnderAny(sealed: Buffer, secrets: readonly Buffer[], purpose: string) {
	for (const secret of secrets.slice(0, -1))
		try {
			return unsealJson(sealed, secret, purpose)
		} catch {
			// The next one may have sealed it.
		}
	return unsealJson(sealed, secrets.at(-1) ?? Buffer.alloc(0), purpose)
}

function deriveKey(secret: Buffer, purpose: string): Buffer {
	return createHmac('sha256', secret).update(`auth/seal/${purpose}`).digest()
}
