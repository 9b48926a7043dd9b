import type { CollectValues } from '#shared/rendered-page.ts'
import { countCharacters, formatCount } from './characters.ts'
import { fill } from './fill.ts'
import type { Island, Problem } from './island.ts'
import type { Words } from './words-en.ts'

/** The chosen pictures as far as they can be judged before they are sent. */
export type Pictures = Readonly<Record<string, { type: string; size: number }>>

/**
 * Everything that stands in the way of sending, in the order of the page.
 * The server judges again; this one is to spare a round trip.
 */
export function checkValues(
	{ form, limits }: Pick<Island, 'form' | 'limits'>,
	values: CollectValues,
	pictures: Pictures,
	words: Words,
	lang: string,
): Problem[] {
	const problems: Problem[] = []
	const add = (field: string, text: string, target = field) =>
		problems.push({ field, target, text })

	const judge = (field: string, picture: { type: string; size: number } | null) => {
		const most = formatCount(Math.floor(limits.photoBytes / 1_000_000), lang)
		if (!picture) add(field, words.needPhoto)
		else if (!/^image\/(jpeg|png|webp)$/.test(picture.type)) add(field, words.badPhoto)
		else if (picture.size > limits.photoBytes) add(field, fill(words.bigPhoto, { n: most }))
	}

	if (form.rating === 'required' && !values.rating) add('rating', words.needRating, 'star-1')
	if (values.kind === 'photo') judge('photo', pictures.photo ?? null)
	const length = countCharacters((values.body ?? '').trim())
	if (length === 0 && values.kind !== 'photo') add('body', words.needBody)
	if (length > limits.text)
		add('body', fill(words.longBody, { n: formatCount(length - limits.text, lang) }))
	for (const question of form.questions) {
		const field = `answer_${question.id}`
		const value = values[field]?.trim()
		if (question.required && !value) add(field, words.needAnswer, `a-${question.id}`)
		else if (value && question.kind === 'link' && !isHttpUrl(value))
			add(field, words.badUrl, `a-${question.id}`)
	}
	if (pictures.avatar) judge('avatar', pictures.avatar)
	if (!values.name?.trim()) add('name', words.needName)
	for (const field of ['name', 'title', 'company'])
		if (countCharacters(values[field] ?? '') > 120)
			add(field, fill(words.tooLong, { max: formatCount(120, lang) }))
	if (values.url?.trim() && !isHttpUrl(values.url)) add('url', words.badUrl)
	if (values.email?.trim() && !isEmail(values.email)) add('email', words.badEmail)
	return problems
}

function isHttpUrl(text: string): boolean {
	return URL.canParse(text.trim()) && /^https?:\/\/[^/]+\.[^/]+/i.test(text.trim())
}

function isEmail(text: string): boolean {
	return /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/.test(text.trim())
}
