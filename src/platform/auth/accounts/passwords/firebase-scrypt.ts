import { createCipheriv, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

/** A password as Firebase exports it, parsed from the text form of imported hashes. */
export type FirebaseScrypt = {
	/** A power of two. */
	cost: number
	blockSize: number
	parallelism: number
	salt: Buffer
	separator: Buffer
	signerKey: Buffer
	hash: Buffer
}

const format = /^\$fbscrypt\$v=1,n=(\d{1,2}),r=(\d{1,2}),p=(\d)(?:,ss=([^,$]*))?(?:,sk=([^$]+))?\$([^$]+)\$([^$]+)$/
const maxMemoryBytes = 256 * 1024 * 1024
const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)

/** Parses `$fbscrypt$v=1,n=…,r=…,p=…,ss=…,sk=…$salt$hash`; undefined for other texts. */
export function readFirebaseScrypt(stored: string): FirebaseScrypt | undefined {
	const [, n, r, p, separator = '', signerKey = '', salt, hash] = format.exec(stored) ?? []
	if (!salt || !hash || !signerKey) return undefined
	const cost = 2 ** Number(n)
	const blockSize = Number(r)
	const parallelism = Number(p)
	if (cost < 2 || blockSize < 1 || parallelism < 1 || 128 * cost * blockSize > maxMemoryBytes) return undefined
	const bytes = (text: string) => Buffer.from(text, 'base64')
	return {
		cost,
		blockSize,
		parallelism,
		salt: bytes(salt),
		separator: bytes(separator),
		signerKey: bytes(signerKey),
		hash: bytes(hash),
	}
}

/** Firebase encrypts its signer key under a key derived from the password; equal ciphertexts mean equal passwords. */
export async function verifyFirebaseScrypt(
	{ cost, blockSize, parallelism, salt, separator, signerKey, hash }: FirebaseScrypt,
	password: string,
): Promise<boolean> {
	const key = await derive(password, Buffer.concat([salt, separator]), 32, {
		cost,
		blockSize,
		parallelization: parallelism,
		maxmem: 2 * 128 * cost * blockSize,
	})
	const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16))
	const encrypted = Buffer.concat([cipher.update(signerKey), cipher.final()])
	return encrypted.length === hash.length && timingSafeEqual(encrypted, hash)
}
