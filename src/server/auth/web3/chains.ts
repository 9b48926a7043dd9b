import type { Config } from '#server/config.ts'
import { isSignedByAddress, readRecoverable, siwe } from './ethereum.ts'
import type { Dialect } from './sign-in-message.ts'
import { isSignedByKey, readEd25519Signature, siws } from './solana.ts'

/** A kind of wallet that may sign in. */
export type Chain = {
	/** As `chain` of a request and identities name it. */
	id: 'solana' | 'ethereum'
	dialect: Dialect
	isEnabled(config: Config): boolean
	/** @returns nothing when it is no signature at all */
	readSignature(text: string): Buffer | undefined
	/** What is said of a text that is no signature. */
	notASignature: string
	isSignedBy(address: string, message: string, signature: Buffer): boolean
}

/** Every kind of wallet that we know (auth.md §6.4). */
export const chains: readonly Chain[] = [
	{
		id: 'solana',
		dialect: siws,
		isEnabled: (config) => config.WEB3_SOLANA_ENABLED,
		readSignature: readEd25519Signature,
		notASignature: 'signature must be 64 bytes encoded as base64 with or without padding',
		isSignedBy: isSignedByKey,
	},
	{
		id: 'ethereum',
		dialect: siwe,
		isEnabled: (config) => config.WEB3_ETHEREUM_ENABLED,
		readSignature: readRecoverable,
		notASignature:
			'signature must be 65 bytes long, encoded as a 130 character-long hexadecimal string',
		isSignedBy: isSignedByAddress,
	},
]
