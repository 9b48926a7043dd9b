import type { FormToFill } from '#product/forms/form-cache.ts'
import { maxProofAgeSeconds } from '#product/forms/form-proof.ts'
import type { SpamState } from '#shared/rows.ts'
import type { Submission } from './submission.ts'

const link = /https?:\/\/|www\.|\[url|<a\s/gi
const suspectScore = 2

type SpamSignals = {
	/** Posts of the form's own page always carry a proof. */
	isFormPost: boolean
	minSeconds: number
	isBusy: boolean
}

/**
 * Estimates whether a program made the submission. Nothing is refused: the inbox lists `spam` and `suspect` separately.
 * JSON without a proof is not suspect for that alone, as the call is documented. The hidden field alone is not spam: password managers and
 * browsers have filled it for people.
 */
export function classifySpam(
	submission: Submission,
	{ questions }: FormToFill,
	{ isFormPost, minSeconds, isBusy }: SpamSignals,
): SpamState {
	const { age, body, author, answers, isTrapped } = submission
	const isHasty = age === null ? isFormPost : age < minSeconds
	const linksOfAuthor = countLinks(`${author.name} ${author.title ?? ''} ${author.company ?? ''}`)
	// A link is asked for by a question of that kind only.
	const isAsked = (id: string) => questions.some((question) => question.id === id && question.kind === 'link')
	const words = [body, ...answers.filter(({ question_id }) => !isAsked(question_id)).map(({ value }) => value)]
	const hasLink = linksOfAuthor > 0 || words.some((text) => countLinks(text) > 0)
	if (isTrapped && (isHasty || hasLink)) return 'spam'
	let score = isTrapped ? 2 : 0
	if (age === null) score += isFormPost ? 2 : 1
	else if (isHasty || age > maxProofAgeSeconds) score += 2
	if (isBusy) score += age === null ? 2 : 1
	if (countLinks(body) >= 3) score += 2
	if (linksOfAuthor > 0) score += 2
	return score >= suspectScore ? 'suspect' : 'clean'
}

function countLinks(text: string): number {
	return text.match(link)?.length ?? 0
}
