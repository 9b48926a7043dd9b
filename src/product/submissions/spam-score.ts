import { createHash } from 'node:crypto'
import { countCodePoints } from '#product/testimonials/normalize-text.ts'
import type { Submission } from './submission.ts'

const link = /https?:\/\/|www\.|\[url|<a\s/gi
const suspectScore = 2
const maxProofAgeSeconds = 7 * 86_400

export type SpamSignals = {
	/** Posts of the form's own page always carry a proof. */
	isFormPost: boolean
	minSeconds: number
	isBusy: boolean
}

/**
 * Estimates whether a program made the submission. Nothing is refused: the inbox lists `spam` and `suspect` separately.
 * JSON without a proof is not suspect for that alone, as the call is documented.
 */
export function classifySpam(
	submission: Submission,
	{ isFormPost, minSeconds, isBusy }: SpamSignals,
): 'clean' | 'suspect' | 'spam' {
	if (submission.isTrapped) return 'spam'
	const { age, body, author } = submission
	let score = 0
	if (age === null) score += isFormPost ? 2 : 1
	else if (age < minSeconds || age > maxProofAgeSeconds) score += 2
	if (isBusy) score += age === null ? 2 : 1
	if (countLinks(body) >= 3) score += 2
	if (countLinks(`${author.name} ${author.title ?? ''} ${author.company ?? ''}`) > 0) score += 2
	return score >= suspectScore ? 'suspect' : 'clean'
}

/** Hash that ignores case and spacing, to detect repeated texts; null for short ones, which repeat by chance. */
export function fingerprintText(body: string): bigint | null {
	if (countCodePoints(body) < 24) return null
	const normalized = body.toLowerCase().replace(/\s+/g, ' ')
	return createHash('sha256').update(normalized).digest().readBigInt64BE(0)
}

function countLinks(text: string): number {
	return text.match(link)?.length ?? 0
}
