import { answerPrefix } from '#shared/form/form-post.ts'
import type { RatingRule } from '#shared/form/public-form.ts'
import { submissionLimits as limits } from '#shared/form/submission-api.ts'
import type { ConsentScope } from '#shared/rows.ts'
import { readWebAddress, type WebAddressProblem } from '#shared/web-address.ts'
import { countCodePoints, normalizeText } from './normalize-text.ts'

/** Messages by field. */
export type Problems = Record<string, string>

/** Without a prototype, as a field may be called `__proto__`. */
export function noProblems(): Problems {
	return Object.create(null)
}

/** Normalizes one text and adds a message when it is invalid. */
export function parseText(
	field: string,
	value: unknown,
	problems: Problems,
	rule: { most: number; least?: number; lines?: boolean; empty?: string },
): string {
	const read = normalizeText(value, rule)
	if ('text' in read) return read.text
	const label = field.startsWith(answerPrefix) ? 'This answer' : 'This'
	problems[field] = {
		wrong_type: `${label} must be text.`,
		control: `${label} contains characters that cannot be shown, such as control characters.`,
		empty: rule.empty ?? 'Write something here.',
		too_long: `Shorten this to ${rule.most} characters.`,
	}[read.problem]
	return ''
}

/** The text itself, which may be empty beside a picture. */
export function parseBody(value: unknown, kind: string, most: number, problems: Problems): string {
	const rule = { most, least: kind === 'text' ? 1 : 0, lines: true, empty: 'Write a few words' }
	return parseText('body', value, problems, rule)
}

/** The testimonial's own title, or none. */
export function parseTitle(value: unknown, problems: Problems): string | null {
	return parseText('title', value ?? '', problems, { most: limits.headline }) || null
}

/**
 * A number of stars, or none.
 * @param kept a rating of before, which may stay although the form's rule has changed
 */
export function parseRating(
	value: unknown,
	rule: RatingRule | undefined,
	problems: Problems,
	kept?: number | null,
): number | null {
	const rating = value ?? null
	if (rating === kept) return kept
	if (rating === null) {
		if (rule === 'required') problems.rating = 'Choose from one to five stars.'
		return null
	}
	if (typeof rating !== 'number' || !Number.isInteger(rating) || rating < 1 || rating > 5)
		problems.rating = 'A rating is a whole number from 1 to 5, or none.'
	else if (rule === 'off') problems.rating = 'This form does not ask for a rating.'
	else return rating
	return null
}

export function parseAuthorName(value: unknown, problems: Problems): string {
	return parseText('author.name', value, problems, { most: limits.name, least: 1, empty: 'Add your name.' })
}

/** A line about the author that may be left out. */
export function parseAuthorLine(
	name: 'title' | 'company' | 'url' | 'email',
	value: unknown,
	problems: Problems,
): string | null {
	return parseText(`author.${name}`, value ?? '', problems, { most: limits[name] }) || null
}

/** Advice for the refused address of a website. */
export const addressProblems: Record<WebAddressProblem, string> = {
	email: 'This is an e-mail address. Write the address of a website, for example https://harbour.org.',
	incomplete: 'Write the whole address, for example https://harbour.org.',
}

/** The address of a website, with `https://` where it had no scheme. @param text a normalized text; null: none was given */
export function parseAddress(field: string, text: string | null, problems: Problems): string | null {
	if (!text) return text
	const read = readWebAddress(text)
	if ('problem' in read) problems[field] = addressProblems[read.problem]
	else if (countCodePoints(read.url) <= limits.url) return read.url
	else problems[field] = `Shorten this to ${limits.url} characters.`
	return null
}

/** Adds a message for each unknown field. */
export function rejectUnknownFields(
	object: Record<string, unknown>,
	known: ReadonlySet<string>,
	prefix: string,
	problems: Problems,
): void {
	for (const name of Object.keys(object))
		if (!known.has(name)) problems[prefix + name.slice(0, 60)] = 'There is no such field.'
}

/** The value as an object with fields, or null. */
export function asObject(value: unknown): Record<string, unknown> | null {
	return typeof value === 'object' && value !== null && !Array.isArray(value)
		? (value as Record<string, unknown>)
		: null
}

const scopes: readonly ConsentScope[] = ['public', 'anonymous', 'private']

/** The scope of a consent, its wording not validated yet; undefined without a valid scope. */
export function parseScope(value: unknown, problems: Problems): { scope: ConsentScope; wording: unknown } | undefined {
	const given = asObject(value)
	const scope = scopes.find((one) => one === given?.scope)
	if (!given || !scope) {
		problems.consent = 'Say how the words may be used: scope public, anonymous or private.'
		return undefined
	}
	rejectUnknownFields(given, new Set(['scope', 'wording']), 'consent.', problems)
	return { scope, wording: given.wording }
}

/** The consent text exactly as it was sent: it is evidence, so nothing is normalized. */
export function parseWording(value: unknown, problems: Problems): string {
	const empty = 'Repeat the text that was agreed to, such as the consent text of the form.'
	const rule = { most: 2000, least: 1, lines: true, empty }
	parseText('consent.wording', value ?? '', problems, rule)
	return typeof value === 'string' ? value : ''
}
