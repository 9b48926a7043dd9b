import { createHash, createHmac, randomInt } from 'node:crypto'
import { z } from 'zod'

/** How many derivations a browser tries: a number between both bounds, which limit the variance. */
export type Work = { minCounter: number; maxCounter: number }

const lifetimeSeconds = 600
/** Rounds of SHA-256 in one derivation; verifying takes one. */
const algorithm = { algorithm: 'PBKDF2/SHA-256', cost: 2000 } as const
const maxTokenLength = 4096

const hex = z
	.string()
	.regex(/^[0-9a-f]+$/)
	.max(256)
const proof = z.object({
	challenge: z.object({
		parameters: z.looseObject({
			algorithm: z.literal(algorithm.algorithm),
			nonce: hex,
			salt: hex,
			cost: z.literal(algorithm.cost),
			keyLength: z.int().min(16).max(64),
			keyPrefix: hex,
			expiresAt: z.number(),
			data: z.record(z.string(), z.union([z.string(), z.number()])),
		}),
		signature: hex,
	}),
	solution: z.looseObject({ counter: z.int().min(0), derivedKey: hex }),
})

/** What a good proof says. `id` is the same at each use of one challenge: the caller counts it once, until `expiresAt` (unix seconds). */
export type VerifiedWork = { id: Buffer; data: Record<string, string | number>; expiresAt: number }

export type ProofOfWork = ReturnType<typeof createProofOfWork>

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
			const given = readProof(token)
			if (!given) return 'invalid'
			const [{ verifySolution }, { deriveKey }] = await loadAltcha()
			const outcome = await verifySolution({
				challenge: given.challenge as never,
				solution: given.solution as never,
				deriveKey,
				hmacSignatureSecret,
				hmacKeySignatureSecret,
			})
			if (outcome.expired) return 'expired'
			if (!outcome.verified) return 'invalid'
			const { signature, parameters } = given.challenge
			const id = createHash('sha256').update(signature).digest()
			return { id, data: parameters.data, expiresAt: parameters.expiresAt }
		},
	}
}

const loadAltcha = () => Promise.all([import('altcha-lib'), import('altcha-lib/algorithms/pbkdf2')])

function readProof(token: string): z.output<typeof proof> | undefined {
	if (token.length > maxTokenLength) return undefined
	try {
		return proof.safeParse(JSON.parse(Buffer.from(token, 'base64').toString())).data
	} catch {
		return undefined
	}
}
