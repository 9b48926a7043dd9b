import { createHash, createHmac, randomInt } from 'node:crypto'
import { z } from 'zod'
import { authServiceRole } from '#platform/auth/service-role.ts'
import type { Deps } from '#platform/deps.ts'
import type { Captcha } from './captcha.ts'
import { insertUsedCaptcha } from './captcha-queries.ts'

const lifetimeSeconds = 600
/**
 * About 750,000 rounds of SHA-256 in steps of 2,000: 0.2 s on a desktop, 1 to 2 s on a slow phone, one step to verify.
 * The bounds of the counter limit the variance.
 */
const work = { algorithm: 'PBKDF2/SHA-256', cost: 2000, minCounter: 250, maxCounter: 500 }
/** Binds a proof to sign-in; one made for another purpose is refused. */
const purpose = 'auth/v1'
const maxTokenLength = 4096

const hex = z
	.string()
	.regex(/^[0-9a-f]+$/)
	.max(256)
const proof = z.object({
	challenge: z.object({
		parameters: z.looseObject({
			algorithm: z.literal(work.algorithm),
			nonce: hex,
			salt: hex,
			cost: z.literal(work.cost),
			keyLength: z.int().min(16).max(64),
			keyPrefix: hex,
			expiresAt: z.number(),
			data: z.object({ purpose: z.literal(purpose) }),
		}),
		signature: hex,
	}),
	solution: z.looseObject({ counter: z.int().min(0), derivedKey: hex }),
})

/** ALTCHA's proof of work, without an external service. It makes automation costly, but does not detect it. */
export function createProofOfWork({ db, keys }: Pick<Deps, 'db' | 'keys'>): Captcha {
	const derive = (name: string) => createHmac('sha256', keys.secret).update(`auth/captcha/${name}`).digest('hex')
	const hmacSignatureSecret = derive('challenge')
	const hmacKeySignatureSecret = derive('answer')
	return {
		async challenge() {
			const [{ createChallenge }, { deriveKey }] = await loadAltcha()
			return createChallenge({
				algorithm: work.algorithm,
				cost: work.cost,
				counter: randomInt(work.minCounter, work.maxCounter),
				deriveKey,
				expiresAt: Math.floor(Date.now() / 1000) + lifetimeSeconds,
				data: { purpose },
				hmacSignatureSecret,
				hmacKeySignatureSecret,
			})
		},
		async check(token) {
			const given = readProof(token)
			if (!given) return ['invalid-input-response']
			const [{ verifySolution }, { deriveKey }] = await loadAltcha()
			const outcome = await verifySolution({
				challenge: given.challenge as never,
				solution: given.solution as never,
				deriveKey,
				hmacSignatureSecret,
				hmacKeySignatureSecret,
			})
			if (outcome.expired) return ['timeout-or-duplicate']
			if (!outcome.verified) return ['invalid-input-response']
			const { signature, parameters } = given.challenge
			const hash = createHash('sha256').update(signature).digest()
			const [inserted] = await db.as(authServiceRole, (tx) => tx.final(insertUsedCaptcha(hash, parameters.expiresAt)))
			return inserted ? undefined : ['timeout-or-duplicate']
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
