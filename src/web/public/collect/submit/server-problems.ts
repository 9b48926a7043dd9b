import type { Island } from '#web/public/collect/island.ts'
import type { Problem } from '#web/public/page-shell/field-error.tsx'

/** Translated errors for refused fields, since the server's own are in English. */
const messageKeys = {
	body: 'needBody',
	headline: 'needField',
	name: 'needName',
	title: 'needField',
	company: 'needField',
	email: 'badEmail',
	url: 'badUrl',
	rating: 'needRating',
	photo: 'badPhoto',
	avatar: 'badPhoto',
} as const

/** Turns the `fields` of a refusal into problems, in the server's order. */
export function serverProblems(
	fields: Readonly<Record<string, string>>,
	island: Pick<Island, 'words' | 'lang' | 'form' | 'asks' | 'parts'>,
): Problem[] {
	const { words, lang, form, parts } = island
	return Object.entries(fields).map(([path, message]) => {
		const field = path
			.replace(/^title$/, 'headline')
			.replace(/^author\./, '')
			.replace(/^media$/, 'recording')
		const known = messageKeys[field as keyof typeof messageKeys]
		const question = form.questions.find(({ id }) => field.includes(id))
		const translated = known ? words[known] : question && parts?.refusedAnswerText(question, island)
		const text = lang === 'en' || !translated ? message.replace(/\.$/, '') : translated
		return { field, target: field === 'rating' ? 'star-1' : question ? `a-${question.id}` : field, text }
	})
}
