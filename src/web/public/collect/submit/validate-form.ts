import type { CollectValues } from '#shared/page-props.ts'
import type { AuthorFieldRules } from '#shared/public-form.ts'
import { readWebAddress } from '#shared/web-address.ts'
import type { CollectMessages } from '#web/i18n/en/collect.ts'
import { formatCount, interpolate } from '#web/i18n/messages.ts'
import type { Island } from '#web/public/collect/island.ts'
import type { Problem } from '#web/public/page-shell/field-error.tsx'

/** A chosen picture, as far as it can be validated before upload; its size is in bytes. */
type Picture = { type: string; size: number; name?: string }

/** All problems of the form, in page order. The server validates again; this saves a round trip. */
export function validateForm(
	island: Pick<Island, 'form' | 'limits' | 'words' | 'lang' | 'asks' | 'parts'>,
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

/** Whether a picture is of an iPhone's own kind. Some systems tell no type of it. */
export const isHeic = ({ type, name = '' }: Picture): boolean => /hei[cf]$/i.test(type || name)

/** What is wrong with the address of a website; null when it can be sent. */
export function addressProblem(typed: string, words: CollectMessages): string | null {
	const read = readWebAddress(typed)
	if ('url' in read) return null
	return read.problem === 'email' ? words.emailAsUrl : words.badUrl
}

/** The error of a chosen picture; null when it can be sent. */
export function validatePicture(
	picture: Picture,
	limits: Island['limits'],
	words: CollectMessages,
	lang: string,
): string | null {
	const { type, size } = picture
	if (isHeic(picture)) return words.heicPhoto
	if (!/^image\/(jpeg|png|webp)$/.test(type)) return words.badPhoto
	if (size === 0) return words.emptyPhoto
	return size > limits.photoBytes ? maxSizeText(limits, words, lang) : null
}

/** The largest allowed picture as an instruction. */
export function maxSizeText({ photoBytes }: Island['limits'], words: CollectMessages, lang: string): string {
	return interpolate(words.bigPhoto, { n: formatNumber(Math.floor(photoBytes / 1_000_000), lang) })
}

function isEmail(text: string): boolean {
	return /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/.test(text.trim())
}

/** Translated errors for refused fields, since the server's own are in English. */
const messageKeys = {
	body: 'needBody',
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
		const field = path.replace(/^author\./, '').replace(/^media$/, 'recording')
		const known = messageKeys[field as keyof typeof messageKeys]
		const question = form.questions.find(({ id }) => field.includes(id))
		const translated = known ? words[known] : question && parts?.refusedAnswerText(question, island)
		const text = lang === 'en' || !translated ? message.replace(/\.$/, '') : translated
		return { field, target: field === 'rating' ? 'star-1' : question ? `a-${question.id}` : field, text }
	})
}

const segments = new Intl.Segmenter()

/** Number of user-perceived characters: an emoji family or a letter with its marks is one. */
export function countCharacters(text: string): number {
	// Plain Latin text needs no segmenter, and this runs on every key.
	if (/^[\x20-\x7e\n]*$/.test(text)) return text.length
	let count = 0
	for (const _ of segments.segment(text)) count++
	return count
}

/** "1 character", in the page's language. */
export function formatCharacters(count: number, words: CollectMessages, lang: string): string {
	return formatCount(words.characters, count, lang, formatNumber(count, lang))
}

/** A count in the page's language. */
export function formatNumber(count: number, lang: string): string {
	return new Intl.NumberFormat(lang).format(count)
}
