import type { Receipt } from '#shared/receipt.ts'
import { submissionLimits as limits } from '#shared/submission.ts'
import type { StoredChange } from './receipt-queries.ts'
import { readScope, readWording } from './sent-consent.ts'
import { asObject, noProblems, type Problems, refuseUnknown, text } from './sent-fields.ts'
import { readWebAddress } from './sent-text.ts'

const known = new Set(['body', 'rating', 'author', 'consent', 'withdrawn'])
const knownOfAuthor = new Set(['name', 'title', 'company', 'url'])

/** Judges what a submitter wants changed, by the same rules as what was sent first (product.md §4, §5). */
export function readReceiptChange(
	given: Record<string, unknown>,
	receipt: Receipt,
	maxTextLength: number,
): { change: StoredChange } | { problems: Problems } {
	const problems = noProblems()
	const change: StoredChange = {}
	refuseUnknown(given, known, '', problems)
	if ('body' in given)
		change.body = text('body', given.body, problems, {
			most: maxTextLength,
			least: receipt.kind === 'text' ? 1 : 0,
			lines: true,
			empty: 'Write a few words',
		})
	if ('rating' in given) readRating(given.rating, receipt, change, problems)
	if ('author' in given) readAuthor(given.author, change, problems)
	if ('consent' in given) readConsent(given.consent, receipt, change, problems)
	if ('withdrawn' in given) {
		if (typeof given.withdrawn === 'boolean') change.withdrawn = given.withdrawn
		else problems.withdrawn = 'This is true or false.'
	}
	return Object.keys(problems).length > 0 ? { problems } : { change }
}

function readRating(value: unknown, receipt: Receipt, change: StoredChange, problems: Problems) {
	const isStars = typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 5
	if (value !== null && !isStars)
		problems.rating = 'A rating is a whole number from 1 to 5, or none.'
	else if (value === null && receipt.form?.rating === 'required' && receipt.rating !== null)
		problems.rating = 'Choose from one to five stars.'
	else if (isStars && receipt.form?.rating === 'off' && receipt.rating !== value)
		problems.rating = 'This form does not ask for a rating.'
	else change.rating = isStars ? value : null
}

function readAuthor(value: unknown, change: StoredChange, problems: Problems) {
	const author = asObject(value)
	if (!author) {
		problems.author = 'The author is an object: {name, title, company, url}.'
		return
	}
	refuseUnknown(author, knownOfAuthor, 'author.', problems)
	if ('name' in author)
		change.author_name = text('author.name', author.name, problems, {
			most: limits.name,
			least: 1,
			empty: 'Add your name.',
		})
	for (const name of ['title', 'company'] as const)
		if (name in author)
			change[`author_${name}`] =
				text(`author.${name}`, author[name] ?? '', problems, { most: limits[name] }) || null
	if ('url' in author) {
		const url = text('author.url', author.url ?? '', problems, { most: limits.url })
		change.author_url = url ? readWebAddress(url) : null
		if (url && !change.author_url)
			problems['author.url'] = 'Write the whole address, for example https://harbour.org.'
	}
}

/** Without words, private is what the form asks today, or what was agreed to before, where the form is gone. */
function readConsent(value: unknown, receipt: Receipt, change: StoredChange, problems: Problems) {
	const given = readScope(value, problems)
	if (!given) return
	const { scope } = given
	const wording =
		scope === 'private' && !given.wording
			? (receipt.form?.consent_text ?? receipt.consents[0]?.wording ?? '')
			: readWording(given.wording, problems)
	change.consent = { scope, wording }
}
