import type { Tx } from '#server/pg/db.ts'
import { type StoredFactor, takeStep } from './factor-queries.ts'
import { unseal } from './sealed-secret.ts'
import { matchTotp } from './totp.ts'

/** Uses the time step of a code up. @returns false when the code is wrong, or its step was taken already */
export async function answerByTotp(
	tx: Tx,
	factor: StoredFactor,
	code: string,
	secret: Buffer,
): Promise<boolean> {
	const step = factor.secret && matchTotp(unseal(factor.secret, secret, 'totp'), code)
	const [used] = step ? await tx.query(takeStep(factor.id, step)) : []
	return used !== undefined
}
