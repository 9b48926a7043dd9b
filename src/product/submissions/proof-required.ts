import { AppError } from '#platform/http/response/app-error.ts'
import type { FormOfSpace } from './form-of-space.ts'

/** Thrown where a form asks for work of a level. postSubmission turns it into a challenge, or a page with a ticket. */
export class ProofRequired extends AppError {
	readonly form: FormOfSpace
	readonly level: number
	/** A ticket that came too early and still counts; null for none. */
	readonly ticket: { text: string; from: number } | null

	constructor(
		form: FormOfSpace,
		level: number,
		ticket: ProofRequired['ticket'] = null,
		details?: Record<string, unknown>,
	) {
		const message = 'Many are writing at this moment. Solve the challenge, or wait, and send again.'
		super(429, 'proof_required', message, { headers: { 'retry-after': '1' }, ...(details ? { details } : {}) })
		this.form = form
		this.level = level
		this.ticket = ticket
	}
}
