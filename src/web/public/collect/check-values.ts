import type { CollectValues } from '#shared/rendered-page.ts'
import { countCharacters, formatCount } from './characters.ts'
import { fill } from './fill.ts'
import type { Island, Problem } from './island.ts'
import type { Words } from './words-en.ts'

/** A chosen picture as far as it can be judged before it is sent; its size in bytes. */
export type Picture = { type: string; size: number }

/**
 * Everything that stands in the way of sending, in the order of the page.
 * The server judges again; this one is to spare a round trip.
 */
export function checkValues(
	{ form, limits }: Pick<Island, 'form' | 'limits'>,
	values: CollectValues,
	pictures: Readonly<Record<string, Picture>>,
	words: Words,
	lang: string,
): Problem[] {
	const problems: Problem[] = []
	const add = (field: string, text: string, target = field) =>
		problems.push({ field, target, text })

	const judge = (field: string, picture: Picture | undefined) => {
		const wrong = picture ? judgePicture(picture, limits, words, lang) : words.needPhoto
		if (wrong) add(field, wrong)
	}

	if (form.rating === 'required' && !values.rating) add('rating', words.needRating, 'star-1')
	if (values.kind === 'photo') judge('photo', pictures.photo)
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

/** What is wrong with a chosen picture, in words; null when it can be sent. */
export function judgePicture(
	{ type, size }: Picture,
	limits: Island['limits'],
	words: Words,
	lang: string,
): string | null {
	if (!/^image\/(jpeg|png|webp)$/.test(type)) return words.badPhoto
	if (size === 0) return words.emptyPhoto
	return size > limits.photoBytes ? largest(limits, words, lang) : null
}

/** How large a picture may be, said as what to do. */
export function largest({ photoBytes }: Island['limits'], words: Words, lang: string): string {
	return fill(words.bigPhoto, { n: formatCount(Math.floor(photoBytes / 1_000_000), lang) })
}

function isHttpUrl(text: string): boolean {
	return URL.canParse(text.trim()) && /^https?:\/\/[^/]+\.[^/]+/i.test(text.trim())
}

function isEmail(text: string): boolean {
	return /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/.test(text.trim())
}
