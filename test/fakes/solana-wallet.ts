import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import bs58 from 'bs58'

/** A wallet with a fresh key and real signatures. */
export type SolanaWallet = {
	address: string
	/** Signs bytes unchanged. */
	sign(bytes: Uint8Array): Uint8Array
	/** The API of a wallet that composes the message itself. */
	signIn(input?: Record<string, unknown>): Promise<{ signedMessage: Uint8Array; signature: Uint8Array }>
	/** The API of a wallet that signs a given message. */
	signMessage(bytes: Uint8Array): Promise<Uint8Array>
	publicKey: { toBase58(): string }
}

export function openSolanaWallet(): SolanaWallet {
	const { privateKey, publicKey } = generateKeyPairSync('ed25519')
	const address = bs58.encode(rawKey(publicKey))
	const signBytes = (bytes: Uint8Array) => new Uint8Array(sign(null, bytes, privateKey))
	return {
		address,
		sign: signBytes,
		async signIn(input = {}) {
			const { domain, statement, uri, version, issuedAt, chainId, nonce } = input
			const lines = [
				`${domain} wants you to sign in with your Solana account:`,
				address,
				'',
				...(statement ? [String(statement), ''] : []),
				`URI: ${uri}`,
				`Version: ${version}`,
				...(chainId ? [`Chain ID: ${chainId}`] : []),
				...(nonce ? [`Nonce: ${nonce}`] : []),
				`Issued At: ${issuedAt}`,
			]
			const signedMessage = new TextEncoder().encode(lines.join('\n'))
			return { signedMessage, signature: signBytes(signedMessage) }
		},
		signMessage: async (bytes) => signBytes(bytes),
		publicKey: { toBase58: () => address },
	}
}

function rawKey(key: KeyObject): Buffer {
	return Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url')
}
