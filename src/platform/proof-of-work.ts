import { createHash, createHmac, randomInt } from 'node:crypto'
import type { Payload } from 'altcha-lib/types'

/** Bounds of the number of derivations that a browser tries: both bounds limit the variance. */
export type Work = { minCounter: number; maxCounter: number }

const lifetimeSeconds = 600
/** Rounds of SHA-256 in one derivation; verifying takes one. */
const algorithm = { algorithm: 'PBKDF2/SHA-256', cost: 2000 } as const
const maxTokenLength = 4096

/** The statement of a good proof. `id` is the same at each use of one challenge: the caller counts it once, until `expiresAt` (unix seconds). */
export type VerifiedWork = { id: Buffer; data: Record<string, string | number>; expiresAt: number }

/** The challenge that createProofOfWork signed. */
type SignedChallenge = { signature: string; parameters: { data: VerifiedWork['data']; expiresAt: number } }

/**
 * ALTCHA's proof of work, without an external service. It makes automation costly, but does not detect it.
 * @param scope keeps proofs of one service from counting in another
 */
export function createProofOfWork(secret: Buffer, scope: string) {
	const derive = (name: string) => createHmac('sha256', secret).update(`${scope}/${name}`).digest('hex')
	const hmacSignatureSecret = derive('challenge')
	const hmacKeySignatureSecret = derive('answer')
	return {
		/** @param data what the proof is for, in strings and numbers; signed */
		async challenge(work: Work, data: Record<string, string | number>) {
			const [{ createChallenge }, { deriveKey }] = await loadAltcha()
			return createChallenge({
				...algorithm,
				counter: randomInt(work.minCounter, work.maxCounter),
				deriveKey,
				expiresAt: Math.floor(Date.now() / 1000) + lifetimeSeconds,
				data,
				hmacSignatureSecret,
				hmacKeySignatureSecret,
			})
		},
		/** @param token challenge and solution as base64 of JSON */
		async verify(token: string): Promise<VerifiedWork | 'expired' | 'invalid'> {
			const payload = readPayload(token)
			if (!payload) return 'invalid'
			const [{ verifySolution }, { deriveKey }] = await loadAltcha()
			const { challenge, solution } = payload
			const options = { challenge, solution, deriveKey, hmacSignatureSecret, hmacKeySignatureSecret }
			// The library throws for a payload without the fields of a challenge.
			const outcome = await verifySolution(options).catch(() => undefined)
			if (outcome?.expired) return 'expired'
			if (!outcome?.verified) return 'invalid'
			const { signature, parameters } = challenge as SignedChallenge
			const id = createHash('sha256').update(signature).digest()
			return { id, data: parameters.data, expiresAt: parameters.expiresAt }
		},
	}
}

const loadAltcha = () => Promise.all([import('altcha-lib'), import('altcha-lib/algorithms/pbkdf2')])

function readPayload(token: string): Payload | null {
	if (token.length > maxTokenLength) return null
	try {
		return JSON.parse(Buffer.from(token, 'base64').toString())
	} catch {
		return null
	}
}
