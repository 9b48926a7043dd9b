import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import type { Dialect } from './sign-in-message.ts'

/** The message format of EIP-4361. */
export const siwe: Dialect = {
	name: 'Ethereum',
	prefix: 'siwe',
	// Lower case: the capitals of EIP-55 are only a checksum, and the signature proves the owner.
	readAddress: (line) => (/^0x[a-f0-9]{40}$/i.test(line) ? line.toLowerCase() : undefined),
	notAnAddress: 'wallet address is not a valid Ethereum address',
	isNetwork: (chainId) => /^\+?\d+$/.test(chainId) && isPositiveInt64(BigInt(chainId)),
}

/** The range of Go's int64, as in Supabase Auth. */
function isPositiveInt64(number: bigint): boolean {
	return number > 0n && number < 1n << 63n
}

/**
 * Parses 65 bytes in hexadecimal, with or without `0x`: r, s and the recovery id.
 * @returns undefined for other texts
 */
export function parseRecoverableSignature(text: string): Buffer | undefined {
	const digits = text.replace(/^0x/, '')
	return /^[a-f0-9]{130}$/i.test(digits) ? Buffer.from(digits, 'hex') : undefined
}

/**
 * True when the key of an address signed a message by `personal_sign` (EIP-191). Signatures are malleable, so only a
 * low s counts (EIP-2); recovery ids are 0 and 1, or 27 and 28.
 * @param address lower case
 */
export function isSignedByAddress(address: string, message: string, signature: Buffer): boolean {
	const written = signature[64] ?? 0
	const recovery = written >= 27 ? written - 27 : written
	if (recovery > 1) return false
	const key = recoverKey(hashOf(message), Buffer.from([recovery, ...signature.subarray(0, 64)]))
	return key !== undefined && addressOf(key) === address
}

/** @param signature recovery id, r and s */
function recoverKey(hash: Uint8Array, signature: Uint8Array): Uint8Array | undefined {
	try {
		const parsed = secp256k1.Signature.fromBytes(signature, 'recovered')
		return parsed.hasHighS() ? undefined : parsed.recoverPublicKey(hash).toBytes(false)
	} catch {
		// The values are out of range or not on the curve.
		return undefined
	}
}

function hashOf(message: string): Uint8Array {
	const text = Buffer.from(message)
	return keccak_256(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${text.length}`), text]))
}

/** @param key uncompressed, with its prefix byte */
function addressOf(key: Uint8Array): string {
	return `0x${Buffer.from(keccak_256(key.subarray(1)).subarray(-20)).toString('hex')}`
}
