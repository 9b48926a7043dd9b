/** The content of a submission's `proof`, in parts that spaces separate. */
export type SentProof = {
	/** When the form's page was served (form-proof.ts). */
	form: string
	/** The answer to a challenge. */
	work: string | null
	/** A waiting ticket, for pages without a script. */
	ticket: string | null
}

const maxLength = 5000
/** The beginning of a JSON object in base64. */
const workStart = 'eyJ'
export const ticketStart = 'wait.'

/** The parts of a proof in any order; what is none of them counts as the form's. */
export function splitProof(proof: unknown): SentProof {
	const text = typeof proof === 'string' && proof.length <= maxLength ? proof : ''
	const parts = text.split(/\s+/).filter(Boolean)
	const find = (start: string) => parts.find((part) => part.startsWith(start)) ?? null
	const form = parts.find((part) => !part.startsWith(workStart) && !part.startsWith(ticketStart)) ?? ''
	return { form, work: find(workStart), ticket: find(ticketStart) }
}

/** True when a proof holds more than the form's own. */
export function hasWorkIn(proof: unknown): boolean {
	const { work, ticket } = splitProof(proof)
	return work !== null || ticket !== null
}
