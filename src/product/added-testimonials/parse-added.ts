import { normalizeText } from '#product/testimonials/normalize-text.ts'
import {
	noProblems,
	type Problems,
	parseAddress,
	parseAuthorLine,
	parseAuthorName,
	parseBody,
	parseRating,
	parseText,
	parseTitle,
} from '#product/testimonials/parse-fields.ts'
import { submissionLimits } from '#shared/form/submission-api.ts'
import { addedFields, maxOriginLength } from '#shared/import/added-testimonial.ts'

/** A testimonial that a member typed in. The members of `words` are read by SQL, as JSON. */
export type AddedTestimonial = {
	spaceId: string
	id: string
	tags: string[]
	words: {
		title: string | null
		body: string
		rating: number | null
		author_name: string
		author_title: string | null
		author_company: string | null
		author_url: string | null
		origin: string
		source_url: string | null
		said_on: string | null
		locale: string | null
		may_publish: boolean
	}
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const languageTag = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/

/** Validates the values of the form post; the problems are named after its fields. */
export function parseAdded(
	values: Record<string, string>,
	maxTextLength: number,
): { testimonial: AddedTestimonial } | { problems: Problems } {
	const problems = noProblems()
	const value = (name: (typeof addedFields)[number]) => values[name] ?? ''
	const line = (name: 'title' | 'company' | 'url') => parseAuthorLine(name, value(name), problems)
	const rating = value('rating')
	const testimonial: AddedTestimonial = {
		spaceId: parseId('space_id', value('space_id'), problems),
		id: parseId('id', value('id'), problems),
		tags: value('tags') === '' ? [] : parseTags(value('tags'), problems),
		words: {
			title: parseTitle(value('headline'), problems),
			body: parseBody(value('body'), 'text', Math.min(maxTextLength, 5000), problems),
			rating: parseRating(rating === '' ? null : Number(rating), 'optional', problems),
			author_name: parseAuthorName(value('name'), problems),
			author_title: line('title'),
			author_company: line('company'),
			author_url: parseAddress('author.url', line('url'), problems),
			origin: parseText('origin', value('origin'), problems, { most: maxOriginLength }),
			source_url: parseLink(value('source_url'), problems),
			said_on: parseDay(value('said_on'), problems),
			locale: parseLocale(value('locale'), problems),
			may_publish: value('may_publish') === 'yes',
		},
	}
	const known: readonly string[] = addedFields
	for (const name of Object.keys(values))
		if (!known.includes(name)) problems[name.slice(0, 60)] = 'There is no such field.'
	const found = renameProblems(problems)
	return Object.keys(found).length > 0 ? { problems: found } : { testimonial }
}

/** The form's fields have no prefix, and the testimonial's own title has a name of its own. */
function renameProblems(problems: Problems): Problems {
	const renamed = noProblems()
	for (const [field, text] of Object.entries(problems))
		renamed[field === 'title' ? 'headline' : field.replace(/^author\./, '')] = text
	return renamed
}

function parseId(field: string, text: string, problems: Problems): string {
	const id = text.toLowerCase()
	if (!uuid.test(id)) problems[field] = 'This must be a uuid.'
	return id
}

function parseTags(text: string, problems: Problems): string[] {
	const ids = text.toLowerCase().split(',')
	if (ids.length > 100 || !ids.every((id) => uuid.test(id))) problems.tags = 'Tags are named by at most 100 ids.'
	return ids
}

function parseLink(text: string, problems: Problems): string | null {
	const read = normalizeText(text, { most: submissionLimits.url })
	return parseAddress('source_url', 'text' in read ? read.text : text, problems) || null
}

function parseDay(text: string, problems: Problems): string | null {
	if (text === '') return null
	const day = new Date(`${text}T00:00:00Z`)
	const isReal = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
	if (!isReal || text < '1900-01-01') problems.said_on = 'Choose a day between 1900 and today.'
	else if (day.getTime() > Date.now() + 86_400_000) problems.said_on = 'This day is in the future.'
	return text
}

function parseLocale(text: string, problems: Problems): string | null {
	if (text !== '' && (text.length > 35 || !languageTag.test(text)))
		problems.locale = 'A language is written like en or pt-BR.'
	return text || null
}
