import { insertUsedCaptcha } from '#platform/auth/limits/rate-limit-queries.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import type { Deps } from '#platform/deps.ts'
import { createProofOfWork } from '#platform/proof-of-work.ts'
import type { Captcha } from './captcha.ts'

/** About 750,000 rounds of SHA-256: 0.2 s on a desktop, 1 to 2 s on a slow phone. */
const work = { minCounter: 250, maxCounter: 500 }
/** Binds a proof to sign-in; one made for another purpose is refused. */
const purpose = 'auth/v1'

/** The built-in captcha: a proof of work, accepted once. */
export function createBuiltInCaptcha({ db, keys }: Pick<Deps, 'db' | 'keys'>): Captcha {
	const proofOfWork = createProofOfWork(keys.secret, 'auth/captcha')
	return {
		challenge: () => proofOfWork.challenge(work, { purpose }),
		async check(token) {
			const verified = await proofOfWork.verify(token)
			if (verified === 'expired') return ['timeout-or-duplicate']
			if (verified === 'invalid' || verified.data.purpose !== purpose) return ['invalid-input-response']
			const use = insertUsedCaptcha(verified.id, verified.expiresAt)
			const [inserted] = await db.as(authServiceRole, (tx) => tx.final(use))
			return inserted ? undefined : ['timeout-or-duplicate']
		},
	}
}
