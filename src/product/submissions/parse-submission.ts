import { looksLikeToken } from '#platform/keys/secret-token.ts'
import type { FormToFill } from '#product/forms/form-cache.ts'
import { readFormProof } from '#product/forms/form-proof.ts'
import { parseRecording } from '#product/recordings/parse-recording.ts'
import { isEmailAddress } from '#product/testimonials/normalize-text.ts'
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
import { openStatement } from '#product/verifications/account-statement.ts'
import { parseSignedOrder } from '#product/verifications/order-signature.ts'
import type { AuthorFieldRules, Kind } from '#shared/form/public-form.ts'
import { parseAnswers } from './parse-answers.ts'
import { splitProof } from './sent-proof.ts'
import type { Submission } from './submission.ts'

export type ParseRules = {
	form: FormToFill
	maxTextLength: number
	secret: Buffer
	/** Names of the uploaded files' fields. */
	files: ReadonlySet<string>
	/** A form post names the consent text that the page showed; without it, its proof dates the text. */
	isFormPost: boolean
}

const knownFields = new Set([
	'form',
	'kind',
	'title',
	'body',
	'rating',
	'author',
	'answers',
	'consent',
	'media',
	'cover',
	'locale',
	'proof',
	'website',
	'invitation',
	'order',
	'sig',
	'account',
])
const kinds = ['text', 'photo', 'video', 'audio'] as const satisfies readonly Kind[]
const nouns = { photo: 'photos', video: 'videos', audio: 'audio recordings' } as const
const knownAuthorFields = new Set(['name', 'title', 'company', 'url', 'email'])

/** Validates the body of a submission, from JSON or from form fields. */
export function parseSubmission(
	input: Record<string, unknown>,
	rules: ParseRules,
): { submission: Submission } | { problems: Problems } {
	const { form } = rules
	const problems = noProblems()
	const kind = parseKind(input.kind, rules, problems)
	const rating = parseRating(input.rating, form.rating, problems)
	const title = parseOwnTitle(input.title, form, problems)
	const body = parseBody(input.body ?? '', kind, rules.maxTextLength, problems)
	const answers = parseAnswers(input.answers, rules, problems)
	const author = parseAuthor(input.author, form.author_fields, problems)
	if (form.author_fields.avatar === 'required' && !rules.files.has('avatar')) problems.avatar = 'Add your portrait.'
	const age = parseAge(input.proof, rules)
	const consent = parseConsent(input.consent, rules, age, problems)
	const locale = parseLocale(input.locale, form, problems)
	const recording = problems.kind ? {} : parseRecording(input, kind, problems)
	const proofs = parseProofs(input, rules, problems)
	rejectUnknownFields(input, knownFields, '', problems)
	if (Object.keys(problems).length > 0) return { problems }
	const isTrapped = input.website !== undefined && input.website !== ''
	return {
		submission: {
			kind,
			rating,
			...(title ? { title } : {}),
			body,
			answers,
			author,
			consent,
			locale,
			age,
			isTrapped,
			...recording,
			...proofs,
		},
	}
}

function parseKind(value: unknown, { form, files }: ParseRules, problems: Problems): Kind {
	const kind = kinds.find((one) => one === (value ?? 'text'))
	if (!kind) problems.kind = 'A testimonial is a text, photo, video or audio.'
	// Text is accepted from a form whose only kinds need a script.
	else if (kind !== 'text' && !form.accepts.includes(kind)) problems.kind = `This form does not take ${nouns[kind]}.`
	else if (kind === 'text' && !form.accepts.includes('text') && form.accepts.includes('photo'))
		problems.kind = 'This form takes photos.'
	else if (kind === 'photo' && !files.has('photo')) problems.photo = 'Choose a photo, or tell it in text.'
	return kind ?? 'text'
}

/** As below, a title that the form does not ask for is ignored. */
function parseOwnTitle(value: unknown, { title_rule: rule }: FormToFill, problems: Problems): string | null {
	if (rule === 'off') return null
	const title = parseTitle(value, problems)
	if (!title && rule === 'required' && !problems.title) problems.title = 'Add a title.'
	return title
}

const missing = {
	title: 'Add your job or title.',
	company: 'Add your company.',
	url: 'Add your website.',
	email: 'Add your e-mail address.',
} as const

/** A field that the form does not ask for is ignored: a page that was opened before may still have it. */
function parseAuthor(value: unknown, fields: AuthorFieldRules, problems: Problems): Submission['author'] {
	const author = asObject(value)
	if (!author) {
		problems['author.name'] = 'Add your name.'
		return { name: '', title: null, company: null, url: null, email: null }
	}
	rejectUnknownFields(author, knownAuthorFields, 'author.', problems)
	const line = (name: keyof typeof missing) => {
		if (fields[name] === 'off') return null
		const text = parseAuthorLine(name, author[name], problems)
		const path = `author.${name}`
		if (!text && fields[name] === 'required' && !problems[path]) problems[path] = missing[name]
		return text
	}
	const name = parseAuthorName(author.name ?? '', problems)
	const url = parseAddress('author.url', line('url'), problems)
	const email = line('email')
	if (email && !isEmailAddress(email))
		problems['author.email'] = 'Complete the e-mail address, for example ines@harbour.org.'
	return { name, title: line('title'), company: line('company'), url, email }
}

/** Proofs of who writes. A damaged link must not cost a visitor their words: what cannot be a proof is left out. */
function parseProofs(
	input: Record<string, unknown>,
	{ form, secret }: ParseRules,
	problems: Problems,
): Pick<Submission, 'invitation' | 'order' | 'account'> {
	for (const name of ['invitation', 'order', 'sig', 'account'])
		if (input[name] !== undefined && typeof input[name] !== 'string') problems[name] = 'This must be text.'
	const { invitation } = input
	const order = parseSignedOrder(input.order, input.sig)
	const account = openStatement(secret, input.account, 'form')
	return {
		...(typeof invitation === 'string' && looksLikeToken(invitation) ? { invitation } : {}),
		...(order ? { order } : {}),
		...(account?.form === form.id ? { account } : {}),
	}
}

function parseAge(proof: unknown, { secret, form }: ParseRules): number | null {
	return readFormProof(secret, form.id, splitProof(proof).form)?.age ?? null
}

/**
 * The exact consent text. A custom front end sends its own, perhaps translated; a form post agreed to a text that Plaudit's
 * page showed.
 */
function parseConsent(
	value: unknown,
	{ form, isFormPost }: ParseRules,
	age: number | null,
	problems: Problems,
): Submission['consent'] {
	const consent = parseScope(value, problems)
	if (!consent) return { scope: 'private', wording: '' }
	const { scope } = consent
	if (isFormPost) return { scope, wording: wordingSeen(form, consent.wording, age) }
	if (scope === 'private' && !consent.wording) return { scope, wording: form.consent_text }
	return { scope, wording: parseWording(consent.wording, problems) }
}

/**
 * The text beside the box of a form post, in whichever language it was: one that the form has, or had within a week. A form made by hand may
 * not repeat it.
 */
function wordingSeen(form: FormToFill, shown: unknown, age: number | null): string {
	const known = [
		form.consent_text,
		...Object.values(form.consent_texts),
		...form.former_consent_texts.map(({ wording }) => wording),
	]
	return known.find((text) => toLines(text) === toLines(shown)) ?? consentTextServed(form, age)
}

/** Forms are posted with other line ends than texts are stored with. */
const toLines = (text: unknown) => (typeof text === 'string' ? text.replaceAll('\r\n', '\n') : undefined)

/** The consent text in the language of the form when the page was served, `age` seconds ago. */
function consentTextServed(form: FormToFill, age: number | null): string {
	if (age === null) return form.consent_text
	const served = Date.now() - age * 1000
	const shown = form.former_consent_texts.find(
		({ locale, replaced_at }) => locale === '' && Date.parse(replaced_at) > served,
	)
	return shown?.wording ?? form.consent_text
}

function parseLocale(value: unknown, form: FormToFill, problems: Problems): string {
	if (value === undefined || value === null || value === '') return form.locale
	if (typeof value === 'string' && value.length <= 35 && /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(value)) return value
	problems.locale = 'A language is written like en or pt-BR.'
	return form.locale
}
