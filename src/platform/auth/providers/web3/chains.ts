import type { Config } from '#platform/config/config.ts'
import { isSignedByAddress, parseRecoverableSignature, siwe } from './ethereum.ts'
import type { Dialect } from './sign-in-message.ts'
import { isSignedByKey, parseEd25519Signature, siws } from './solana.ts'

/** A kind of wallet. */
export type Chain = {
	/** The name in requests and identities. */
	id: 'solana' | 'ethereum'
	dialect: Dialect
	isEnabled(config: Config): boolean
	/** @returns undefined for a malformed signature */
	readSignature(text: string): Buffer | undefined
	/** The message for a malformed signature. */
	notASignature: string
	isSignedBy(address: string, message: string, signature: Buffer): boolean
}

/** All supported kinds of wallets. */
export const chains: readonly Chain[] = [
	{
		id: 'solana',
		dialect: siws,
		isEnabled: (config) => config.WEB3_SOLANA_ENABLED,
		readSignature: parseEd25519Signature,
		notASignature: 'signature must be 64 bytes encoded as base64 with or without padding',
		isSignedBy: isSignedByKey,
	},
	{
		id: 'ethereum',
		dialect: siwe,
		isEnabled: (config) => config.WEB3_ETHEREUM_ENABLED,
		readSignature: parseRecoverableSignature,
		notASignature: 'signature must be 65 bytes long, encoded as a 130 character-long hexadecimal string',
		isSignedBy: isSignedByAddress,
	},
]
