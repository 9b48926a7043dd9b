import { dateLocale } from '#shared/date-locale.ts'
import type { QuestionKind } from './public-form.ts'
import { questionScales } from './question-scales.ts'

/** An answer as it is stored: several choices are lines, a date is 2026-03-31. */
export type StoredAnswer = { kind: QuestionKind | null; value: string }

/** The chosen options of an answer with several, else its value alone. */
export function chosenOf({ kind, value }: StoredAnswer): string[] {
	return kind === 'choices' ? value.split('\n') : [value]
}

/** An answer as a reader of `locale` sees it, one line for each choice: "8/10", "31 March 2026". */
export function answerLines({ kind, value }: StoredAnswer, locale: string): string[] {
	if (kind === 'scale' || kind === 'score') return [`${value}/${questionScales[kind][1]}`]
	if (kind === 'date') return [dateText(value, locale)]
	return chosenOf({ kind, value })
}

function dateText(day: string, locale: string): string {
	const at = Date.parse(`${day}T00:00:00Z`)
	// A program may have stored something else.
	if (Number.isNaN(at)) return day
	const style = { dateStyle: 'long', timeZone: 'UTC', numberingSystem: 'latn' } as const
	return new Intl.DateTimeFormat(dateLocale(locale), style).format(at)
}
