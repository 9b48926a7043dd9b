import { createHmac, createSecretKey, type Hmac, type KeyObject } from 'node:crypto'

const prepared = new WeakMap<Buffer, KeyObject>()

/**
 * HMAC-SHA256 under a secret that is used again and again. Node prepares a bare buffer anew for each hash, which takes seven
 * times as long as hashing a line.
 * @param secret kept by whoever calls: it is prepared once for each buffer
 */
export function keyedHash(secret: Buffer): Hmac {
	const key = prepared.get(secret) ?? createSecretKey(secret)
	prepared.set(secret, key)
	return createHmac('sha256', key)
}
