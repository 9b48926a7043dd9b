import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import type { Dialect } from './sign-in-message.ts'

/** How EIP-4361 words its messages. */
export const siwe: Dialect = {
	name: 'Ethereum',
	prefix: 'siwe',
	// One wallet is one account: the capitals of EIP-55 are a checksum for eyes, and the signature settles whose it is.
	readAddress: (line) => (/^0x[a-f0-9]{40}$/i.test(line) ? line.toLowerCase() : undefined),
	notAnAddress: 'wallet address is not a valid Ethereum address',
	isNetwork: (chainId) => /^\+?\d+$/.test(chainId) && isCount(BigInt(chainId)),
}

/** As the reference's whole numbers go. */
function isCount(number: bigint): boolean {
	return number > 0n && number < 1n << 63n
}

/**
 * Reads 65 bytes in hexadecimal: r, s and the recovery id, with or without `0x` before them.
 * @returns nothing when it is something else
 */
export function readRecoverable(text: string): Buffer | undefined {
	const digits = text.replace(/^0x/, '')
	return /^[a-f0-9]{130}$/i.test(digits) ? Buffer.from(digits, 'hex') : undefined
}

/**
 * Whether the key behind an address signed a message as `personal_sign` does (EIP-191). Of the two signatures that
 * anybody can make from one, only the one with the low s counts (EIP-2); recovery ids are 0 and 1, or 27 and 28.
 * @param address in small letters
 */
export function isSignedByAddress(address: string, message: string, signature: Buffer): boolean {
	const written = signature[64] ?? 0
	const recovery = written >= 27 ? written - 27 : written
	if (recovery > 1) return false
	const key = recoverKey(hashOf(message), Buffer.from([recovery, ...signature.subarray(0, 64)]))
	return key !== undefined && addressOf(key) === address
}

/** @param signature the recovery id, r and s */
function recoverKey(hash: Uint8Array, signature: Uint8Array): Uint8Array | undefined {
	try {
		const parsed = secp256k1.Signature.fromBytes(signature, 'recovered')
		return parsed.hasHighS() ? undefined : parsed.recoverPublicKey(hash).toBytes(false)
	} catch {
		// Numbers out of range, or of no point on the curve: signed by nobody.
		return undefined
	}
}

function hashOf(message: string): Uint8Array {
	const text = Buffer.from(message)
	return keccak_256(
		Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${text.length}`), text]),
	)
}

/** @param key uncompressed, its first byte says so */
function addressOf(key: Uint8Array): string {
	return `0x${Buffer.from(keccak_256(key.subarray(1)).subarray(-20)).toString('hex')}`
}
