import { Readable } from 'node:stream'
import busboy from 'busboy'
import { AppError } from '#server/errors.ts'
import { atPace } from '#server/http/paced-body.ts'
import { SlowBody } from '#server/http/slow-body.ts'
import { untilFormEnd } from './form-end.ts'
import { refuseDeclaredLength, tooLarge } from './request-body.ts'

/** A file as it came; its declared type and name mean nothing and are not kept. */
export type SentFile = { field: string; bytes: Buffer }
export type SentForm = {
	values: Record<string, string>
	files: SentFile[]
	/** Why it cannot be taken although all of it was read: the form may then come back with what was typed. */
	refusal: AppError | undefined
}

const mostFields = 100
const mostFieldBytes = 256 * 1024
/** Of all fields together. */
const mostTyped = 1024 * 1024
// Somebody who chose too large a photo gets the form back, if the whole of it can be read without pain.
const patience = 4

/**
 * Reads a multipart form as it streams in. A file is held in memory up to `mostFileBytes`, no further byte of it is kept.
 * @param fileFields names that may carry a file; every other file is skipped
 * @param room says whether so many bytes more of files may be held
 * @throws AppError 413 for a body so long that it is not read, 400 for one that is no multipart form, 408 for one that
 * hardly comes
 */
export async function readMultipart(
	request: Request,
	fileFields: readonly string[],
	mostFileBytes: number,
	room: (bytes: number) => boolean,
): Promise<SentForm> {
	refuseDeclaredLength(request, mostFileBytes * fileFields.length * patience)
	if (!request.body) throw notMultipart()
	const values: Record<string, string> = Object.create(null)
	const files: SentFile[] = []
	const type = request.headers.get('content-type') ?? ''
	const parser = openParser(type, mostFileBytes)
	let refusal: AppError | undefined
	let typed = 0

	parser.on('field', (name, value, { valueTruncated }) => {
		typed += value.length
		if (valueTruncated) refusal ??= tooLarge(mostFieldBytes, { [name]: 'This is too long.' })
		else if (typed > mostTyped) refusal ??= tooLarge(mostTyped)
		else values[name] = value
	})
	parser.on('fieldsLimit', () => {
		refusal ??= new AppError(400, 'bad_request', `A form has at most ${mostFields} fields.`)
	})
	parser.on('file', (field, stream) => {
		// The parser reports a cut-off form as well; here it would end the process if nobody listened.
		stream.on('error', () => {})
		const parts: Buffer[] = []
		const isWanted = fileFields.includes(field) && !files.some((file) => file.field === field)
		stream.on('data', (part: Buffer) => {
			if (!isWanted || refusal) return
			if (room(part.length)) parts.push(part)
			else refusal = noRoom()
		})
		stream.on('limit', () => {
			const most = Math.floor(mostFileBytes / 1024 / 1024)
			refusal ??= tooLarge(mostFileBytes, { [field]: `Choose a photo of at most ${most} MB.` })
		})
		stream.on('close', () => {
			const bytes = Buffer.concat(refusal ? [] : parts)
			// A file field that was left empty is sent all the same.
			if (isWanted && bytes.length > 0) files.push({ field, bytes })
		})
	})
	const chunks = untilFormEnd(atPace(request.body), type)
	await finish(Readable.from(chunks, { objectMode: false }), parser)
	return { values: { ...values }, files, refusal }
}

function openParser(contentType: string, mostFileBytes: number): busboy.Busboy {
	try {
		return busboy({
			headers: { 'content-type': contentType },
			defParamCharset: 'utf8',
			limits: { fileSize: mostFileBytes, fieldSize: mostFieldBytes, fields: mostFields, files: 8 },
		})
	} catch (cause) {
		throw notMultipart(cause)
	}
}

function finish(source: Readable, parser: busboy.Busboy): Promise<void> {
	return new Promise((resolve, reject) => {
		parser.on('close', resolve)
		parser.on('error', (cause) => reject(notMultipart(cause)))
		source.on('error', (cause) =>
			reject(cause instanceof SlowBody ? tooSlow(cause) : notMultipart(cause)),
		)
		source.pipe(parser)
	})
}

function notMultipart(cause?: unknown): AppError {
	return new AppError(400, 'bad_request', 'The body is not a complete multipart form.', { cause })
}

function tooSlow({ message }: SlowBody): AppError {
	return new AppError(408, 'bad_request', `${message}.`, { headers: { connection: 'close' } })
}

function noRoom(): AppError {
	return new AppError(
		503,
		'unavailable',
		'Too many photos arrive at this moment. Please send again.',
		{ headers: { 'retry-after': '10' } },
	)
}
