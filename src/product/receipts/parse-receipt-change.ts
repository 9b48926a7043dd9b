import { isUuid } from '#platform/uuid.ts'
import { type NamedRecording, parseRecording } from '#product/recordings/parse-recording.ts'
import {
	asObject,
	noProblems,
	type Problems,
	parseAddress,
	parseAuthorLine,
	parseAuthorName,
	parseBody,
	parseRating,
	parseScope,
	parseTitle,
	parseWording,
	rejectUnknownFields,
} from '#product/testimonials/parse-fields.ts'
import type { Receipt } from '#shared/form/receipt.ts'
import type { StoredChange } from './queries.ts'

const knownFields = new Set(['title', 'body', 'rating', 'author', 'media', 'cover', 'consent', 'withdrawn', 'proposal'])
const knownAuthorFields = new Set(['name', 'title', 'company', 'url'])

/** A change whose upload is not looked up yet. */
type ParsedChange = Omit<StoredChange, 'recording'> & {
	recording?: NamedRecording
	proposal?: { id: string; accepts: boolean }
}

/** Validates a change by the rules of the first submission. */
export function parseReceiptChange(
	body: Record<string, unknown>,
	receipt: Receipt,
	maxTextLength: number,
): { change: ParsedChange } | { problems: Problems } {
	const problems = noProblems()
	const change: ParsedChange = {}
	rejectUnknownFields(body, knownFields, '', problems)
	if ('title' in body) change.title = parseTitleChange(body.title, receipt, problems)
	if ('body' in body) change.body = parseBody(body.body, receipt.kind, maxTextLength, problems)
	if ('rating' in body) change.rating = parseRating(body.rating, receipt.form?.rating, problems, receipt.rating)
	if ('author' in body) parseAuthor(body.author, change, problems)
	if ('media' in body) Object.assign(change, parseRecording(body, receipt.kind, problems))
	if ('consent' in body) parseConsent(body.consent, receipt, change, problems)
	if ('withdrawn' in body) {
		if (typeof body.withdrawn === 'boolean') change.withdrawn = body.withdrawn
		else problems.withdrawn = 'This is true or false.'
	}
	if ('proposal' in body) parseAnswer(body, change, problems)
	return Object.keys(problems).length > 0 ? { problems } : { change }
}

/** A title can always be taken out; a form that asks for none gets no new one. */
function parseTitleChange(value: unknown, { title: kept, form }: Receipt, problems: Problems): string | null {
	const title = parseTitle(value, problems)
	if (title && kept === null && form?.title_rule === 'off') problems.title = 'This form does not ask for a title.'
	return title
}

function parseAuthor(value: unknown, change: ParsedChange, problems: Problems) {
	const author = asObject(value)
	if (!author) {
		problems.author = 'The author is an object: {name, title, company, url}.'
		return
	}
	rejectUnknownFields(author, knownAuthorFields, 'author.', problems)
	if ('name' in author) change.author_name = parseAuthorName(author.name, problems)
	for (const name of ['title', 'company'] as const)
		if (name in author) change[`author_${name}`] = parseAuthorLine(name, author[name], problems)
	if ('url' in author)
		change.author_url = parseAddress('author.url', parseAuthorLine('url', author.url, problems), problems)
}

/** An answer stands alone: with an edit beside it, the words of the proposal would not be the last ones. */
function parseAnswer(body: Record<string, unknown>, change: ParsedChange, problems: Problems) {
	const { id, answer } = asObject(body.proposal) ?? {}
	if (typeof id !== 'string' || !isUuid(id) || (answer !== 'accepted' && answer !== 'refused'))
		problems.proposal = 'An answer is an object: {id, answer}, with accepted or refused.'
	else if (Object.keys(body).length > 1) problems.proposal = 'An answer to a proposal goes alone.'
	else change.proposal = { id, accepts: answer === 'accepted' }
}

/** A private scope without a wording takes the form's present text, or the previous consent's when the form is gone. */
function parseConsent(value: unknown, receipt: Receipt, change: ParsedChange, problems: Problems) {
	const consent = parseScope(value, problems)
	if (!consent) return
	const { scope } = consent
	const wording =
		scope === 'private' && !consent.wording
			? (receipt.form?.consent_text ?? receipt.consents[0]?.wording ?? '')
			: parseWording(consent.wording, problems)
	change.consent = { scope, wording }
}
