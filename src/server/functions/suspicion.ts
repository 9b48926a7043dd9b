import { createHash } from 'node:crypto'
import type { Submission } from './kept-submission.ts'
import { codePoints } from './sent-text.ts'

const link = /https?:\/\/|www\.|\[url|<a\s/gi
const enough = 2
const oldestProofSeconds = 7 * 86_400

export type Circumstances = {
	/** Sent by the form's own page, which always carries a proof. */
	isFormPost: boolean
	minSeconds: number
	isBusy: boolean
}

/**
 * How far a submission looks like a machine's. Nothing is refused for it: `spam` and `suspect` wait apart in the inbox.
 * A program that posts JSON without a proof is not suspect for that alone: the call is documented.
 */
export function judgeSpam(
	submission: Submission,
	{ isFormPost, minSeconds, isBusy }: Circumstances,
): 'clean' | 'suspect' | 'spam' {
	if (submission.isTrapped) return 'spam'
	const { age, body, author } = submission
	let signs = 0
	if (age === null) signs += isFormPost ? 2 : 1
	else if (age < minSeconds || age > oldestProofSeconds) signs += 2
	if (isBusy) signs += age === null ? 2 : 1
	if (countLinks(body) >= 3) signs += 2
	if (countLinks(`${author.name} ${author.title ?? ''} ${author.company ?? ''}`) > 0) signs += 2
	return signs >= enough ? 'suspect' : 'clean'
}

/** Names the words whatever their case and spacing, to notice the same text again; null where short praise may well repeat. */
export function markWords(body: string): bigint | null {
	if (codePoints(body) < 24) return null
	const plain = body.toLowerCase().replace(/\s+/g, ' ')
	return createHash('sha256').update(plain).digest().readBigInt64BE(0)
}

function countLinks(text: string): number {
	return text.match(link)?.length ?? 0
}
