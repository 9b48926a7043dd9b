import { createECDH, createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto'
import type { Keys } from '#platform/keys/keys.ts'

/** Order of the group of P-256: https://csrc.nist.gov/pubs/sp/800/186/final */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/** A key of ECDSA over P-256. `id`: SHA-256 of the public key in DER, in hexadecimal; `pem`: the public key. */
export type ProofKey = { id: string; pem: string; privateKey: KeyObject }

const derived = new WeakMap<Buffer, ProofKey>()

/** The key that signs checkpoints: the same on all nodes and after a rotation of token keys, as it is derived from the installation's secret. */
export function proofKeyOf({ secret }: Pick<Keys, 'secret'>): ProofKey {
	const known = derived.get(secret) ?? deriveKey(secret)
	derived.set(secret, known)
	return known
}

/** FIPS 186-5, A.2.1: 16 bytes more than needed, so that the remainder is not biased. */
function deriveKey(secret: Buffer): ProofKey {
	const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'plaudit proof key', 48))
	const scalar = (BigInt(`0x${bytes.toString('hex')}`) % (order - 1n)) + 1n
	const d = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex')
	const curve = createECDH('prime256v1')
	curve.setPrivateKey(d)
	const point = curve.getPublicKey()
	const jwk = {
		kty: 'EC',
		crv: 'P-256',
		d: d.toString('base64url'),
		x: point.subarray(1, 33).toString('base64url'),
		y: point.subarray(33).toString('base64url'),
	}
	const privateKey = createPrivateKey({ key: jwk, format: 'jwk' })
	const publicKey = createPublicKey(privateKey)
	const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
	return { id: keyIdOf(publicKey), pem, privateKey }
}

export function keyIdOf(publicKey: KeyObject): string {
	return createHash('sha256')
		.update(publicKey.export({ type: 'spki', format: 'der' }))
		.digest('hex')
}
