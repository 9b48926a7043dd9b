import { dateParts } from '#shared/form/form-post.ts'
import type { CollectValues } from '#shared/page-props.ts'

/** The chosen options of a question with several, from the fields of the form. */
export function readChoices(question: string, values: CollectValues): string[] {
	const prefix = `answer_${question}.`
	return Object.keys(values).flatMap((name) => (name.startsWith(prefix) ? [values[name] as string] : []))
}

/** Day, month and year as they were typed. */
export function readDate(question: string, values: CollectValues): string[] {
	return dateParts.map((part) => (values[`answer_${question}.${part}`] ?? '').trim())
}
