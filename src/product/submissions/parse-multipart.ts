import { Readable } from 'node:stream'
import busboy from 'busboy'
import { BodyTimeoutError, withMinimumRate } from '#platform/http/body/body-rate.ts'
import { AppError } from '#platform/http/response/app-error.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { tooLarge } from '#product/http/json-body.ts'
import type { UploadedFile } from '#product/testimonials/picture-store.ts'
import { answerPrefix } from '#shared/form/form-post.ts'
import { formLimits } from '#shared/parser-limits.ts'

export type MultipartForm = {
	values: Record<string, string>
	files: UploadedFile[]
	/** Why the form is refused although it was read to its end, so that it can be shown again with its values. */
	error: AppError | undefined
}

/** A body with too large a photo is read up to this factor, so that the form can be shown again. */
const oversizeFactor = 4

/**
 * Parses a multipart form while it arrives. At most `maxFileBytes` of each file are held in memory.
 * @param fileFields fields that may carry a file; other files are skipped
 * @param reserve whether the memory budget allows this many more bytes
 * @throws AppError 413 for a body that is not even read, 400 when it is not a complete multipart form, 408 when it is too slow
 */
export async function parseMultipart(
	request: Pick<Exchange, 'header' | 'body'>,
	fileFields: readonly string[],
	maxFileBytes: number,
	reserve: (bytes: number) => boolean,
): Promise<MultipartForm> {
	const { body } = request
	const maxBytes = maxFileBytes * fileFields.length * oversizeFactor
	if (Number(request.header('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes)
	if (!body) throw notMultipart()
	const values: Record<string, string> = Object.create(null)
	const files: UploadedFile[] = []
	const type = request.header('content-type') ?? ''
	const parser = openParser(type, {
		fileSize: maxFileBytes,
		fieldSize: formLimits.fieldBytes,
		fields: formLimits.fields,
		files: 8,
	})
	let error: AppError | undefined
	let totalLength = 0

	parser.on('field', (name, value, { valueTruncated }) => {
		totalLength += value.length
		if (valueTruncated) error ??= tooLarge(formLimits.fieldBytes, { [name]: 'This is too long.' })
		if (totalLength > formLimits.allFieldBytes) error ??= tooLarge(formLimits.allFieldBytes)
		// The form is shown again with the beginning of what is too long.
		else addValue(values, name, value)
	})
	parser.on('fieldsLimit', () => {
		error ??= new AppError(400, 'bad_request', `A form has at most ${formLimits.fields} fields.`)
	})
	parser.on('file', (field, stream) => {
		// The parser reports the same error; without a listener here, it would end the process.
		stream.on('error', () => {})
		const parts: Buffer[] = []
		const isWanted = fileFields.includes(field) && !files.some((file) => file.field === field)
		stream.on('data', (part: Buffer) => {
			if (!isWanted || error) return
			if (reserve(part.length)) parts.push(part)
			else error = overMemoryBudget()
		})
		stream.on('limit', () => {
			const maxMiB = Math.floor(maxFileBytes / 1024 / 1024)
			error ??= tooLarge(maxFileBytes, { [field]: `Choose a photo of at most ${maxMiB} MB.` })
		})
		stream.on('close', () => {
			const bytes = Buffer.concat(error ? [] : parts)
			// Browsers send an empty file for a field without a choice.
			if (isWanted && bytes.length > 0) files.push({ field, bytes })
		})
	})
	const chunks = untilClosingBoundary(withMinimumRate(body), type)
	await pipeToParser(Readable.from(chunks, { objectMode: false }), parser)
	return { values: { ...values }, files, error }
}

/** Several answers to one question may come under one name: they are lines. Of any other field the last value counts. */
export function addValue(values: Record<string, string>, name: string, value: string): void {
	values[name] = name in values && name.startsWith(answerPrefix) ? `${values[name]}\n${value}` : value
}

/** @throws AppError 400 when the type is not that of a form */
export function openParser(contentType: string, limits: busboy.Limits): busboy.Busboy {
	try {
		return busboy({ headers: { 'content-type': contentType }, defParamCharset: 'utf8', limits })
	} catch (cause) {
		throw notMultipart(cause)
	}
}

/** Resolves when the form has ended. @throws AppError 400, 408 */
export function pipeToParser(source: Readable, parser: busboy.Busboy): Promise<void> {
	return new Promise((resolve, reject) => {
		parser.on('close', resolve)
		parser.on('error', (cause) => reject(notMultipart(cause)))
		source.on('error', (cause) => reject(cause instanceof BodyTimeoutError ? tooSlow(cause) : notMultipart(cause)))
		source.pipe(parser)
	})
}

function notMultipart(cause?: unknown): AppError {
	return new AppError(400, 'bad_request', 'The body is not a complete multipart form.', { cause })
}

function tooSlow({ message }: BodyTimeoutError): AppError {
	return new AppError(408, 'bad_request', `${message}.`, { headers: { connection: 'close' } })
}

function overMemoryBudget(): AppError {
	return new AppError(503, 'unavailable', 'Too many photos arrive at this moment. Please send again.', {
		headers: { 'retry-after': '10' },
	})
}

const boundaryParameter = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i

/**
 * Ends the chunks at the closing boundary; RFC 2046 §5.1.1 ignores the rest. busboy reads on within the chunk, and would wait
 * without end for a file that begins there.
 * @param contentType names the boundary; without one all chunks are passed on
 */
export async function* untilClosingBoundary(
	chunks: AsyncIterable<Uint8Array>,
	contentType: string,
): AsyncGenerator<Uint8Array> {
	const [, quoted, plain] = boundaryParameter.exec(contentType) ?? []
	const boundary = quoted ?? plain
	if (boundary === undefined) return yield* chunks
	const closing = Buffer.from(`\r\n--${boundary}--`)
	// A form may begin with its boundary, without a line before.
	let tail = Buffer.from('\r\n')
	for await (const chunk of chunks) {
		const seen = Buffer.concat([tail, chunk])
		const at = seen.indexOf(closing)
		if (at >= 0) {
			yield seen.subarray(tail.length, at + closing.length)
			return
		}
		yield chunk
		tail = seen.subarray(-closing.length)
	}
}
