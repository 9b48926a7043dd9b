import { AppError } from '#platform/http/response/app-error.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { trapNameOf } from '#product/forms/trap-name.ts'
import { readJsonObject, readText } from '#product/http/json-body.ts'
import type { UploadedFile } from '#product/testimonials/picture-store.ts'
import { readDateParts } from '#shared/calendar-day.ts'
import { answerPrefix, dateParts, postedFields, postedFiles } from '#shared/form/form-post.ts'
import type { SubmittedAnswer } from '#shared/form/submission-api.ts'
import { cleanTypedText } from '#shared/form/typed-text.ts'
import { addValue, parseMultipart } from './parse-multipart.ts'

/** A submission that is not validated yet. */
export type SubmissionRequest = {
	/** Shaped as the JSON body. */
	body: Record<string, unknown>
	/** Values of a form post by field name. */
	fields: Record<string, string>
	files: UploadedFile[]
	isFormPost: boolean
	/** From a field of a form post. */
	idempotencyKey: string | undefined
	error: AppError | undefined
}

/**
 * Reads JSON, or a form post with or without files.
 * @param reserve whether the memory budget allows this many more bytes
 * @param secret names the hidden field of each form
 * @throws AppError 400, 413, 415
 */
export async function parseRequest(
	x: Exchange,
	maxFileBytes: number,
	reserve: (bytes: number) => boolean,
	secret: Buffer,
): Promise<SubmissionRequest> {
	const type = (x.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
	if (type === 'application/json') return fromJson(await readJsonObject(x))
	if (type === 'application/x-www-form-urlencoded') {
		const values: Record<string, string> = Object.create(null)
		for (const [name, value] of new URLSearchParams(await readText(x))) addValue(values, name, value)
		return fromForm(values, [], undefined, secret)
	}
	if (type === 'multipart/form-data') {
		const form = await parseMultipart(x, postedFiles, maxFileBytes, reserve)
		return fromForm(form.values, form.files, form.error, secret)
	}
	throw new AppError(415, 'unsupported_media_type', 'Send JSON (application/json) or a form (multipart/form-data).')
}

export function fromJson(body: Record<string, unknown>): SubmissionRequest {
	return { body, fields: {}, files: [], isFormPost: false, idempotencyKey: undefined, error: undefined }
}

const oneLine: ReadonlySet<string> = new Set(['headline', 'name', 'title', 'company', 'url', 'email'])
const writtenFields: ReadonlySet<string> = new Set(['body', ...oneLine])

function fromForm(
	posted: Record<string, string>,
	files: UploadedFile[],
	error: AppError | undefined,
	secret: Buffer,
): SubmissionRequest {
	const values: Record<string, string> = {}
	for (const [path, value] of Object.entries(posted)) {
		const name = fieldName(path)
		if (name.startsWith(answerPrefix) || writtenFields.has(name))
			values[name] = cleanTypedText(value, !oneLine.has(name))
		else if ((postedFields as readonly string[]).includes(name)) values[name] = value
	}
	const { form, kind, body, media, cover, locale, proof, invitation, order, sig, account } = values
	const { headline, name, title, company, url, email, rating } = values
	// A recording that was made before switching back to text is ignored.
	const isRecording = kind === 'video' || kind === 'audio'
	const json = {
		form,
		kind: kind || undefined,
		title: headline,
		body,
		rating: rating ? (/^\d{1,3}$/.test(rating) ? Number(rating) : rating) : null,
		author: { name, title, company, url, email },
		answers: answersOf(values),
		consent: { scope: consentScope(values), wording: values.consent_asked },
		locale,
		proof,
		// Pages of earlier versions, and programs that know them, have the other name.
		website: values.website || posted[trapNameOf(secret, form ?? '')],
		invitation,
		order,
		sig,
		account,
		...(isRecording && { media: media ? [media] : [], cover: cover ? Number(cover) : null }),
	}
	// A photo that was chosen before switching back to text is ignored.
	const usedFiles = kind === 'photo' ? files : files.filter(({ field }) => field !== 'photo')
	return {
		body: json,
		fields: values,
		files: usedFiles,
		isFormPost: true,
		idempotencyKey: values.idempotency_key,
		error,
	}
}

/** Each of several choices and each part of a date has a field of its own; a date that does not exist is passed on as it was typed. */
function answersOf(values: Record<string, string>): SubmittedAnswer[] {
	const answers = new Map<string, string | string[]>()
	for (const [field, value] of Object.entries(values)) {
		if (!field.startsWith(answerPrefix)) continue
		const [id = '', part] = field.slice(answerPrefix.length).split('.')
		if (part === undefined) answers.set(id, value)
		else if ((dateParts as readonly string[]).includes(part)) {
			const [day, month, year] = dateParts.map((one) => values[`${answerPrefix}${id}.${one}`] ?? '') as [
				string,
				string,
				string,
			]
			const isEmpty = `${day}${month}${year}`.trim() === ''
			answers.set(id, isEmpty ? '' : (readDateParts(day, month, year) ?? `${day}.${month}.${year}`))
		} else {
			const earlier = answers.get(id)
			answers.set(id, [...(Array.isArray(earlier) ? earlier : []), value])
		}
	}
	return [...answers].map(([question_id, value]) => ({ question_id, value }))
}

/** Hand-made forms may name the parts as in the JSON: `author[name]`, `author.name`, `consent[scope]`. */
function fieldName(path: string): string {
	const [, parent, inBrackets, afterDot] = /^(author|consent)(?:\[(\w+)\]|\.(\w+))$/.exec(path) ?? []
	const part = inBrackets ?? afterDot
	if (parent === 'author' && part) return part
	return parent === 'consent' && part === 'scope' ? 'consent' : path
}

const noConsent = ['', 'no', 'off', 'false', '0']

/** The page's checkbox sends `yes`. An explicit scope is never widened. */
function consentScope({ consent = '', scope }: Record<string, string>): string {
	if (noConsent.includes(consent)) return 'private'
	return ['yes', 'on', 'true', '1'].includes(consent) ? scope || 'public' : consent
}
