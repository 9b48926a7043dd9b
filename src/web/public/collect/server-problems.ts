import type { Island, Problem } from './island.ts'

/** Words for a field that the server refused, where its own English ones would be a stranger on the page. */
const generic = {
	body: 'needBody',
	name: 'needName',
	email: 'badEmail',
	url: 'badUrl',
	rating: 'needRating',
	photo: 'badPhoto',
	avatar: 'badPhoto',
} as const

/** Turns the `fields` of a refusal into problems on this page, in no worse an order than the server's. */
export function serverProblems(
	fields: Readonly<Record<string, string>>,
	{ words, lang, form }: Pick<Island, 'words' | 'lang' | 'form'>,
): Problem[] {
	return Object.entries(fields).map(([path, message]) => {
		const field = path.replace(/^author\./, '').replace(/^media(\..*)?$/, 'photo')
		const known = generic[field as keyof typeof generic]
		const text = lang === 'en' || !known ? message.replace(/\.$/, '') : words[known]
		return { field, target: targetOf(field, form.questions), text }
	})
}

function targetOf(field: string, questions: readonly { id: string }[]): string {
	if (field === 'rating') return 'star-1'
	const question = questions.find(({ id }) => field.includes(id))
	return question ? `a-${question.id}` : field
}
