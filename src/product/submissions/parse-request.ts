import { AppError } from '#platform/http/response/app-error.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { readJsonObject, readText } from '#product/http/json-body.ts'
import type { UploadedFile } from '#product/testimonials/picture-store.ts'
import { answerPrefix, postedFields, postedFiles } from '#shared/form-post.ts'
import { parseMultipart } from './parse-multipart.ts'

/** A submission that is not validated yet. */
export type SubmissionRequest = {
	/** In the shape of the JSON body. */
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
 * @throws AppError 400, 413, 415
 */
export async function parseRequest(
	x: Exchange,
	maxFileBytes: number,
	reserve: (bytes: number) => boolean,
): Promise<SubmissionRequest> {
	const type = (x.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
	if (type === 'application/json') return fromJson(await readJsonObject(x))
	if (type === 'application/x-www-form-urlencoded') {
		const fields = new URLSearchParams(await readText(x))
		return fromForm(Object.fromEntries(fields), [], undefined)
	}
	if (type === 'multipart/form-data') {
		const form = await parseMultipart(x, postedFiles, maxFileBytes, reserve)
		return fromForm(form.values, form.files, form.error)
	}
	throw new AppError(415, 'unsupported_media_type', 'Send JSON (application/json) or a form (multipart/form-data).')
}

export function fromJson(body: Record<string, unknown>): SubmissionRequest {
	return { body, fields: {}, files: [], isFormPost: false, idempotencyKey: undefined, error: undefined }
}

function fromForm(
	posted: Record<string, string>,
	files: UploadedFile[],
	error: AppError | undefined,
): SubmissionRequest {
	const values: Record<string, string> = {}
	for (const [path, value] of Object.entries(posted)) {
		const name = fieldName(path)
		if (name.startsWith(answerPrefix) || (postedFields as readonly string[]).includes(name)) values[name] = value
	}
	const { form, kind, body, media, cover, locale, proof, website, invitation, order, sig, account } = values
	const { name, title, company, url, email, rating } = values
	const answers = Object.entries(values)
		.filter(([field]) => field.startsWith(answerPrefix))
		.map(([field, value]) => ({ question_id: field.slice(answerPrefix.length), value }))
	// A recording that was made before switching back to text is ignored.
	const isRecording = kind === 'video' || kind === 'audio'
	const json = {
		form,
		kind: kind || undefined,
		body,
		rating: rating ? (/^\d{1,3}$/.test(rating) ? Number(rating) : rating) : null,
		author: { name, title, company, url, email },
		answers,
		consent: { scope: consentScope(values) },
		locale,
		proof,
		website,
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
