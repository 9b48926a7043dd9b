import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const ivLength = 12
const tagLength = 16

/** Encrypts what the database keeps but must not be able to use, such as the seed of a second factor. */
export function seal(plain: Buffer, secret: Buffer, purpose: string): Buffer {
	const iv = randomBytes(ivLength)
	const cipher = createCipheriv(algorithm, keyFor(secret, purpose), iv)
	const body = Buffer.concat([cipher.update(plain), cipher.final()])
	return Buffer.concat([iv, cipher.getAuthTag(), body])
}

/** @throws Error when it was sealed elsewhere, for another purpose, or altered */
export function unseal(sealed: Buffer, secret: Buffer, purpose: string): Buffer {
	const iv = sealed.subarray(0, ivLength)
	const decipher = createDecipheriv(algorithm, keyFor(secret, purpose), iv)
	decipher.setAuthTag(sealed.subarray(ivLength, ivLength + tagLength))
	return Buffer.concat([decipher.update(sealed.subarray(ivLength + tagLength)), decipher.final()])
}

function keyFor(secret: Buffer, purpose: string): Buffer {
	return createHmac('sha256', secret).update(`auth/seal/${purpose}`).digest()
}
