import { submissionLimits as limits } from '#shared/submission.ts'
import { ageOfFormProof } from './form-proof.ts'
import type { Submission } from './kept-submission.ts'
import { readAnswers } from './read-answers.ts'
import { readScope, readWording } from './sent-consent.ts'
import { asObject, noProblems, type Problems, refuseUnknown, text } from './sent-fields.ts'
import { isMailAddress, readWebAddress } from './sent-text.ts'
import type { FormToFill } from './submission-form.ts'

export type ReadingRules = {
	form: FormToFill
	maxTextLength: number
	secret: Buffer
	/** Which files came along, by field name. */
	files: ReadonlySet<string>
	/** A page's post carries no wording: the proof tells which one was on the page. */
	isFormPost: boolean
}

const known = new Set([
	'form',
	'kind',
	'body',
	'rating',
	'author',
	'answers',
	'consent',
	'media',
	'locale',
	'proof',
	'website',
])
const knownOfAuthor = new Set(['name', 'title', 'company', 'url', 'email'])

/** Judges the body of a submission, from JSON or made out of form fields. Problems are worded by field. */
export function readSubmission(
	given: Record<string, unknown>,
	rules: ReadingRules,
): { submission: Submission } | { problems: Problems } {
	const { form } = rules
	const problems = noProblems()
	const kind = readKind(given.kind, rules, problems)
	const rating = readRating(given.rating, form, problems)
	const body = text('body', given.body ?? '', problems, {
		most: rules.maxTextLength,
		least: kind === 'text' ? 1 : 0,
		lines: true,
		empty: 'Write a few words',
	})
	const answers = readAnswers(given.answers, form, problems)
	const author = readAuthor(given.author, problems)
	const age = readAge(given.proof, rules)
	const consent = readConsent(given.consent, rules, age, problems)
	const locale = readLocale(given.locale, form, problems)
	if (Array.isArray(given.media) ? given.media.length > 0 : given.media !== undefined)
		problems.media = 'Send the photo itself, as a file of a form post.'
	refuseUnknown(given, known, '', problems)
	if (Object.keys(problems).length > 0) return { problems }
	const isTrapped = given.website !== undefined && given.website !== ''
	return { submission: { kind, rating, body, answers, author, consent, locale, age, isTrapped } }
}

function readKind(
	value: unknown,
	{ form, files }: ReadingRules,
	problems: Problems,
): 'text' | 'photo' {
	const kind = value ?? 'text'
	if (kind !== 'text' && kind !== 'photo')
		problems.kind = 'This form takes text or a photo with a few words.'
	// Words alone are what is left when nothing else that a form accepts can be sent.
	else if (kind === 'photo' && !form.accepts.includes('photo'))
		problems.kind = 'This form does not take photos.'
	else if (kind === 'text' && !form.accepts.includes('text') && form.accepts.includes('photo'))
		problems.kind = 'This form takes photos.'
	else if (kind === 'photo' && !files.has('photo'))
		problems.photo = 'Choose a photo, or tell it in text.'
	return kind === 'photo' ? 'photo' : 'text'
}

function readRating(value: unknown, { rating }: FormToFill, problems: Problems): number | null {
	if (value === undefined || value === null) {
		if (rating === 'required') problems.rating = 'Choose from one to five stars.'
		return null
	}
	if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > 5)
		problems.rating = 'A rating is a whole number from 1 to 5, or none.'
	else if (rating === 'off') problems.rating = 'This form does not ask for a rating.'
	else return value
	return null
}

function readAuthor(value: unknown, problems: Problems): Submission['author'] {
	const given = asObject(value)
	if (!given) {
		problems['author.name'] = 'Add your name.'
		return { name: '', title: null, company: null, url: null, email: null }
	}
	refuseUnknown(given, knownOfAuthor, 'author.', problems)
	const optional = (name: 'title' | 'company' | 'url' | 'email') =>
		text(`author.${name}`, given[name] ?? '', problems, { most: limits[name] }) || null
	const name = text('author.name', given.name ?? '', problems, {
		most: limits.name,
		least: 1,
		empty: 'Add your name.',
	})
	const url = optional('url')
	const address = url && readWebAddress(url)
	if (url && !address)
		problems['author.url'] = 'Write the whole address, for example https://harbour.org.'
	const email = optional('email')
	if (email && !isMailAddress(email))
		problems['author.email'] = 'Complete the e-mail address, for example ines@harbour.org.'
	return { name, title: optional('title'), company: optional('company'), url: address, email }
}

function readAge(proof: unknown, { secret, form }: ReadingRules): number | null {
	return typeof proof === 'string' ? ageOfFormProof(secret, form.id, proof) : null
}

/**
 * The exact words agreed to, as whoever shows them says: a front end of the owner's own may word them otherwise, or in another
 * language. A plain post says none, and agreed to what stood on our page.
 */
function readConsent(
	value: unknown,
	{ form, isFormPost }: ReadingRules,
	age: number | null,
	problems: Problems,
): Submission['consent'] {
	const given = readScope(value, problems)
	if (!given) return { scope: 'private', wording: '' }
	const { scope } = given
	if (isFormPost) return { scope, wording: wordingShown(form, age) }
	if (scope === 'private' && !given.wording) return { scope, wording: form.consent_text }
	return { scope, wording: readWording(given.wording, problems) }
}

/** What stood on the page when it was served, `age` seconds ago. */
function wordingShown(form: FormToFill, age: number | null): string {
	if (age === null) return form.consent_text
	const served = Date.now() - age * 1000
	const shown = form.former_consent_texts.find(
		({ replaced_at }) => Date.parse(replaced_at) > served,
	)
	return shown?.wording ?? form.consent_text
}

function readLocale(value: unknown, form: FormToFill, problems: Problems): string {
	if (value === undefined || value === null || value === '') return form.locale
	if (
		typeof value === 'string' &&
		value.length <= 35 &&
		/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(value)
	)
		return value
	problems.locale = 'A language is written like en or pt-BR.'
	return form.locale
}
