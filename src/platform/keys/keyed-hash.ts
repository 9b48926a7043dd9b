import { createHmac, createSecretKey, type Hmac, type KeyObject } from 'node:crypto'

const prepared = new WeakMap<Buffer, KeyObject>()

/**
 * HMAC-SHA256 under a reused secret. A KeyObject is cached, because Node prepares a bare buffer for each hash at
 * seven times the cost of hashing a line.
 * @param secret must stay the same buffer between calls
 */
export function keyedHash(secret: Buffer): Hmac {
	const key = prepared.get(secret) ?? createSecretKey(secret)
	prepared.set(secret, key)
	return createHmac('sha256', key)
}
