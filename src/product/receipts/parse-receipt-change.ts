import { parseWebUrl } from '#product/testimonials/normalize-text.ts'
import {
	asObject,
	noProblems,
	type Problems,
	parseScope,
	parseText,
	parseWording,
	rejectUnknownFields,
} from '#product/testimonials/parse-fields.ts'
import type { Receipt } from '#shared/receipt.ts'
import { submissionLimits as limits } from '#shared/submission-api.ts'
import type { StoredChange } from './queries.ts'

const knownFields = new Set(['body', 'rating', 'author', 'consent', 'withdrawn'])
const knownAuthorFields = new Set(['name', 'title', 'company', 'url'])

/** Validates a change by the rules of the first submission. */
export function parseReceiptChange(
	body: Record<string, unknown>,
	receipt: Receipt,
	maxTextLength: number,
): { change: StoredChange } | { problems: Problems } {
	const problems = noProblems()
	const change: StoredChange = {}
	rejectUnknownFields(body, knownFields, '', problems)
	if ('body' in body)
		change.body = parseText('body', body.body, problems, {
			most: maxTextLength,
			least: receipt.kind === 'text' ? 1 : 0,
			lines: true,
			empty: 'Write a few words',
		})
	if ('rating' in body) parseRating(body.rating, receipt, change, problems)
	if ('author' in body) parseAuthor(body.author, change, problems)
	if ('consent' in body) parseConsent(body.consent, receipt, change, problems)
	if ('withdrawn' in body) {
		if (typeof body.withdrawn === 'boolean') change.withdrawn = body.withdrawn
		else problems.withdrawn = 'This is true or false.'
	}
	return Object.keys(problems).length > 0 ? { problems } : { change }
}

function parseRating(value: unknown, receipt: Receipt, change: StoredChange, problems: Problems) {
	const isStars = typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 5
	if (value !== null && !isStars) problems.rating = 'A rating is a whole number from 1 to 5, or none.'
	else if (value === null && receipt.form?.rating === 'required' && receipt.rating !== null)
		problems.rating = 'Choose from one to five stars.'
	else if (isStars && receipt.form?.rating === 'off' && receipt.rating !== value)
		problems.rating = 'This form does not ask for a rating.'
	else change.rating = isStars ? value : null
}

function parseAuthor(value: unknown, change: StoredChange, problems: Problems) {
	const author = asObject(value)
	if (!author) {
		problems.author = 'The author is an object: {name, title, company, url}.'
		return
	}
	rejectUnknownFields(author, knownAuthorFields, 'author.', problems)
	if ('name' in author)
		change.author_name = parseText('author.name', author.name, problems, {
			most: limits.name,
			least: 1,
			empty: 'Add your name.',
		})
	for (const name of ['title', 'company'] as const)
		if (name in author)
			change[`author_${name}`] =
				parseText(`author.${name}`, author[name] ?? '', problems, { most: limits[name] }) || null
	if ('url' in author) {
		const url = parseText('author.url', author.url ?? '', problems, { most: limits.url })
		change.author_url = url ? parseWebUrl(url) : null
		if (url && !change.author_url) problems['author.url'] = 'Write the whole address, for example https://harbour.org.'
	}
}

/** A private scope without a wording takes the form's present text, or the previous consent's when the form is gone. */
function parseConsent(value: unknown, receipt: Receipt, change: StoredChange, problems: Problems) {
	const consent = parseScope(value, problems)
	if (!consent) return
	const { scope } = consent
	const wording =
		scope === 'private' && !consent.wording
			? (receipt.form?.consent_text ?? receipt.consents[0]?.wording ?? '')
			: parseWording(consent.wording, problems)
	change.consent = { scope, wording }
}
