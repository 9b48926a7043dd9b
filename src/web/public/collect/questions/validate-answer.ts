import { readDateParts } from '#shared/calendar-day.ts'
import type { PublicQuestion } from '#shared/form/public-form.ts'
import type { CollectValues } from '#shared/page-props.ts'
import { interpolate } from '#web/i18n/messages.ts'
import type { IslandWords } from '#web/public/collect/island.ts'
import { addressProblem } from '#web/public/collect/submit/validate-form.ts'
import { readChoices, readDate } from './answer-values.ts'

/** The problem of the answer to a question; null when it can be sent. */
export function validateAnswer(question: PublicQuestion, values: CollectValues, island: IslandWords): string | null {
	const { id, kind, required, most } = question
	const refused = () => refusedAnswerText(question, island)
	const given =
		kind === 'choices'
			? readChoices(id, values)
			: kind === 'date'
				? readDate(id, values)
				: [values[`answer_${id}`]?.trim()]
	if (!given.some(Boolean)) return required ? island.words.needAnswer : null
	if (kind === 'link') return addressProblem(given[0] as string, island.words)
	if (kind === 'choices' && most !== null && given.length > most) return refused()
	if (kind === 'date' && !readDateParts(...(given as [string, string, string]))) return refused()
	return null
}

/** An answer that the server refused, in the words of the page. */
export function refusedAnswerText({ kind, most }: PublicQuestion, { words, asks, lang }: IslandWords): string {
	if (kind === 'link') return words.badUrl
	if (kind === 'date' && asks) return asks.badDate
	if (kind === 'choices' && most && asks) return interpolate(asks.tooMany, { n: most.toLocaleString(lang) })
	return words.needAnswer
}
