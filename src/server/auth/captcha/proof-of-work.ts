import { createHash, createHmac, randomInt } from 'node:crypto'
import { z } from 'zod'
import { authService } from '#server/auth/bearer/service-role.ts'
import type { Deps } from '#server/deps.ts'
import type { Captcha } from './captcha.ts'
import { spendCaptcha } from './captcha-queries.ts'

const lifetimeSeconds = 600
/**
 * Some 750,000 rounds of SHA-256 in steps of 2,000: a fifth of a second for a desktop, a second or two for a slow phone, and
 * one step for us. The step at which the answer lies is drawn, so that everybody's work is about the same.
 */
const work = { algorithm: 'PBKDF2/SHA-256', cost: 2000, least: 250, most: 500 }
/** What a proof is good for; one made for another form of ours is not. */
const purpose = 'auth/v1'
const longestToken = 4096

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

/** ALTCHA's proof of work: puzzles of our own, nothing from outside. It prices programs, it does not know people. */
export function createProofOfWork({ db, keys }: Pick<Deps, 'db' | 'keys'>): Captcha {
	const derive = (name: string) =>
		createHmac('sha256', keys.secret).update(`auth/captcha/${name}`).digest('hex')
	const hmacSignatureSecret = derive('challenge')
	const hmacKeySignatureSecret = derive('answer')
	return {
		async challenge() {
			const [{ createChallenge }, { deriveKey }] = await load()
			return createChallenge({
				algorithm: work.algorithm,
				cost: work.cost,
				counter: randomInt(work.least, work.most),
				deriveKey,
				expiresAt: Math.floor(Date.now() / 1000) + lifetimeSeconds,
				data: { purpose },
				hmacSignatureSecret,
				hmacKeySignatureSecret,
			})
		},
		async refuse(token) {
			const given = readProof(token)
			if (!given) return ['invalid-input-response']
			const [{ verifySolution }, { deriveKey }] = await load()
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
			const [spent] = await db.as(authService, (tx) =>
				tx.final(spendCaptcha(hash, parameters.expiresAt)),
			)
			return spent ? undefined : ['timeout-or-duplicate']
		},
	}
}

const load = () => Promise.all([import('altcha-lib'), import('altcha-lib/algorithms/pbkdf2')])

function readProof(token: string): z.output<typeof proof> | undefined {
	if (token.length > longestToken) return undefined
	try {
		return proof.safeParse(JSON.parse(Buffer.from(token, 'base64').toString())).data
	} catch {
		return undefined
	}
}
