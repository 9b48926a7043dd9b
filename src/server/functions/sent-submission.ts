import { AppError } from '#server/errors.ts'
import { answerPrefix, postedFields, postedFiles } from '#shared/form-post.ts'
import { readMultipart, type SentFile } from './multipart.ts'
import { readJsonObject, readSmallText } from './request-body.ts'

/** A submission as it arrived, in whichever of the three ways, not judged yet. */
export type SentSubmission = {
	/** In the shape of the JSON body. */
	given: Record<string, unknown>
	/** What was typed, by field name, when it is a form's post. */
	values: Record<string, string>
	files: SentFile[]
	isFormPost: boolean
	/** The key that a form's post carries in itself. */
	key: string | undefined
	refusal: AppError | undefined
}

/**
 * Reads the body by its content type: JSON, or a form's post with or without files.
 * @param room says whether so many bytes more of files may be held
 * @throws AppError 400, 413, 415
 */
export async function readSent(
	request: Request,
	ip: string,
	mostFileBytes: number,
	room: (bytes: number) => boolean,
): Promise<SentSubmission> {
	const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
	if (type === 'application/json') return fromJson(await readJsonObject(request, ip))
	if (type === 'application/x-www-form-urlencoded') {
		const typed = new URLSearchParams(await readSmallText(request, ip))
		return fromForm(Object.fromEntries(typed), [], undefined)
	}
	if (type === 'multipart/form-data') {
		const form = await readMultipart(request, postedFiles, mostFileBytes, room)
		return fromForm(form.values, form.files, form.refusal)
	}
	throw new AppError(
		415,
		'unsupported_media_type',
		'Send JSON (application/json) or a form (multipart/form-data).',
	)
}

/** What came as JSON has its shape already. */
export function fromJson(given: Record<string, unknown>): SentSubmission {
	return {
		given,
		values: {},
		files: [],
		isFormPost: false,
		key: undefined,
		refusal: undefined,
	}
}

function fromForm(
	sent: Record<string, string>,
	files: SentFile[],
	refusal: AppError | undefined,
): SentSubmission {
	const values: Record<string, string> = {}
	for (const [path, value] of Object.entries(sent)) {
		const name = fieldOf(path)
		if (name.startsWith(answerPrefix) || (postedFields as readonly string[]).includes(name))
			values[name] = value
	}
	const { form, kind, body, locale, proof, website } = values
	const { name, title, company, url, email, rating } = values
	const answers = Object.entries(values)
		.filter(([field]) => field.startsWith(answerPrefix))
		.map(([field, value]) => ({ question_id: field.slice(answerPrefix.length), value }))
	const given = {
		form,
		kind: kind || undefined,
		body,
		rating: rating ? (/^\d{1,3}$/.test(rating) ? Number(rating) : rating) : null,
		author: { name, title, company, url, email },
		answers,
		consent: { scope: scopeOf(values) },
		locale,
		proof,
		website,
	}
	// The picture of a form that was switched back to text stays behind.
	const sentFiles = kind === 'photo' ? files : files.filter(({ field }) => field !== 'photo')
	return {
		given,
		values,
		files: sentFiles,
		isFormPost: true,
		key: values.idempotency_key,
		refusal,
	}
}

/** Forms made by hand may name the parts as the JSON has them: `author[name]`, `author.name`, `consent[scope]`. */
function fieldOf(path: string): string {
	const [, whole, inBrackets, behindDot] =
		/^(author|consent)(?:\[(\w+)\]|\.(\w+))$/.exec(path) ?? []
	const part = inBrackets ?? behindDot
	if (whole === 'author' && part) return part
	return whole === 'consent' && part === 'scope' ? 'consent' : path
}

const noConsent = ['', 'no', 'off', 'false', '0']

/** The page's box says `yes`; whoever names a scope means that one, and never more. */
function scopeOf({ consent = '', scope }: Record<string, string>): string {
	if (noConsent.includes(consent)) return 'private'
	return ['yes', 'on', 'true', '1'].includes(consent) ? scope || 'public' : consent
}
