import type { AuthorFieldRules } from '#shared/form/public-form.ts'
import type { CollectValues } from '#shared/page-props.ts'
import { readWebAddress } from '#shared/web-address.ts'
import type { CollectMessages } from '#web/i18n/en/collect.ts'
import { formatCount, interpolate } from '#web/i18n/messages.ts'
import type { Island } from '#web/public/collect/island.ts'
import type { Problem } from '#web/public/page-shell/field-error.tsx'
import { countCharacters, formatNumber, type Picture, validatePicture } from './problem-texts.ts'

/** All problems of the form, in page order. The server validates again; this saves a round trip. */
export function validateForm(
	island: Pick<Island, 'form' | 'limits' | 'words' | 'lang' | 'asks' | 'parts' | 'headline'>,
	values: CollectValues,
	pictures: Readonly<Record<string, Picture>>,
): Problem[] {
	const { form, limits, words, lang, parts } = island
	const problems: Problem[] = []
	const add = (field: string, text: string, target = field) => problems.push({ field, target, text })

	const judge = (field: string, picture: Picture | undefined) => {
		const wrong = picture ? validatePicture(picture, limits, words, lang) : words.needPhoto
		if (wrong) add(field, wrong)
	}

	if (form.rating === 'required' && !values.rating) add('rating', words.needRating, 'star-1')
	if (island.headline?.required && !values.headline?.trim()) add('headline', words.needField)
	if (values.kind === 'photo') judge('photo', pictures.photo)
	const length = countCharacters((values.body ?? '').trim())
	if (length === 0 && (values.kind ?? 'text') === 'text') add('body', words.needBody)
	if (length > limits.text)
		add('body', interpolate(words.longBody, { characters: formatCharacters(length - limits.text, words, lang) }))
	for (const question of form.questions) {
		const wrong = parts?.validateAnswer(question, values, island)
		if (wrong) add(`answer_${question.id}`, wrong, `a-${question.id}`)
	}
	const rules: AuthorFieldRules & { name: string } = { name: 'required', ...form.author_fields }
	for (const field of ['avatar', 'name', 'title', 'company', 'url', 'email'] as const) {
		const value = values[field]?.trim() || pictures[field]
		if (!value) {
			if (rules[field] === 'required')
				add(field, { name: words.needName, avatar: words.addPhoto }[field as string] ?? words.needField)
		} else if (typeof value === 'object') judge(field, value)
		else if (field === 'url') {
			const wrong = addressProblem(value, words)
			if (wrong) add(field, wrong)
		} else if (field === 'email') isEmail(value) || add(field, words.badEmail)
		else if (countCharacters(value) > 120) add(field, interpolate(words.tooLong, { max: formatNumber(120, lang) }))
	}
	return problems
}

/** The problem of the address of a website; null when it can be sent. */
export function addressProblem(typed: string, words: CollectMessages): string | null {
	const read = readWebAddress(typed)
	if ('url' in read) return null
	return read.problem === 'email' ? words.emailAsUrl : words.badUrl
}

/** "1 character", in the page's language. */
export function formatCharacters(count: number, words: CollectMessages, lang: string): string {
	return formatCount(words.characters, count, lang, formatNumber(count, lang))
}

function isEmail(text: string): boolean {
	return /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/.test(text.trim())
}
