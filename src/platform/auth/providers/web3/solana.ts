import { createPublicKey, verify } from 'node:crypto'
import bs58 from 'bs58'

const keyLength = 32
const signatureLength = 64
const signingDomain = Buffer.concat([Buffer.from([0xff]), Buffer.from('solana offchain')])

/** The values of `Chain ID` in a message; it may be empty. */
export const networks: readonly string[] = ['', 'solana:mainnet', 'solana:devnet', 'solana:testnet', 'solana:localnet']

/** True when a text looks like an address; its bytes are checked with the signature. */
export const isAddressText = (text: string): boolean => /^[a-z0-9]{32,44}$/i.test(text)

/**
 * Parses 64 bytes in base64 of either alphabet, with or without padding.
 * @returns undefined for other texts
 */
export function parseEd25519Signature(text: string): Buffer | undefined {
	if (!/^[\w+/-]{86}(?:==)?$/.test(text)) return undefined
	const bytes = Buffer.from(text, 'base64url')
	return bytes.length === signatureLength ? bytes : undefined
}

/** True when the key of an address signed a message, plain or in the envelope of a Ledger device. */
export function isSignedByKey(address: string, message: string, signature: Buffer): boolean {
	const bytes = bs58.decodeUnsafe(address)
	if (bytes?.length !== keyLength) return false
	const key = createPublicKey({
		key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(bytes).toString('base64url') },
		format: 'jwk',
	})
	const text = Buffer.from(message)
	return [text, ...offChainMessages(text, bytes)].some((signed) => verify(null, signed, key, signature))
}

/**
 * Off-chain messages of Solana, version 0. Ledger's app signs a short header: version, format, length. The header of
 * the standard also names an application, none here, and the signer.
 */
function offChainMessages(text: Buffer, signer: Uint8Array): Buffer[] {
	if (text.length > 0xffff) return []
	const length = Buffer.alloc(2)
	length.writeUInt16LE(text.length)
	const version = Buffer.from([0])
	const noApplication = Buffer.alloc(keyLength)
	return [0, 1, 2].flatMap((format) => [
		Buffer.concat([signingDomain, version, Buffer.from([format]), length, text]),
		Buffer.concat([signingDomain, version, noApplication, Buffer.from([format, 1]), signer, length, text]),
	])
}
