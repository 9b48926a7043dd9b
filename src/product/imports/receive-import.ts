import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { withMinimumRate } from '#platform/http/body/body-rate.ts'
import { AppError, storageFull } from '#platform/http/response/app-error.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import { StorageFull, toStorageFull } from '#platform/media/files/file-store.ts'
import { invalid } from '#product/http/errors.ts'
import { fileNameOf } from '#product/http/file-name.ts'
import { tooLarge } from '#product/http/json-body.ts'
import { openParser, pipeToParser, untilClosingBoundary } from '#product/submissions/parse-multipart.ts'
import { formLimits } from '#shared/parser-limits.ts'

const MiB = 1024 * 1024

/** A form post whose file is on disk, at `path`; `fingerprint` is its SHA-256, in hexadecimal. */
export type ReceivedImport = {
	values: Record<string, string>
	path: string
	fileName: string | null
	size: number
	fingerprint: string
}

/**
 * Writes the file of a form post, or its field `rows`, to a temporary file for the work.
 * @throws AppError 413 with the limit, 400, 408, 422 without either, 507
 */
export async function withReceivedImport<T>(
	x: Exchange,
	folder: string,
	maxBytes: number,
	work: (received: ReceivedImport) => Promise<T>,
): Promise<T> {
	await mkdir(folder, { recursive: true, mode: 0o700 })
	const path = join(folder, randomUUID())
	try {
		const received = await receive(x, path, maxBytes)
		if (received.error) throw received.error
		const { values } = received
		if (received.size === 0 && (values.rows ?? '').trim() !== '') {
			const bytes = Buffer.from(values.rows ?? '')
			await writeFile(path, bytes, { mode: 0o600 })
			const fingerprint = createHash('sha256').update(bytes).digest('hex')
			return await work({ values, path, fileName: null, size: bytes.length, fingerprint })
		}
		if (received.size === 0) throw invalid({ file: 'Choose a file with rows, or paste some.' })
		const { fileName, size, fingerprint } = received
		return await work({ values, path, fileName, size, fingerprint })
	} catch (error) {
		if (toStorageFull(error) instanceof StorageFull) throw storageFull(error)
		throw error
	} finally {
		await rm(path, { force: true })
	}
}

async function receive(x: Exchange, path: string, maxBytes: number) {
	const type = x.header('content-type') ?? ''
	// A file that is somewhat too large is read to its end, so that the answer can name the field.
	const most = 2 * maxBytes + 2 * formLimits.rowsBytes
	if (Number(x.header('content-length') ?? 0) > most) throw tooLarge(maxBytes)
	const parser = openParser(type, { fileSize: maxBytes, fieldSize: formLimits.rowsBytes, fields: 20, files: 1 })
	const values: Record<string, string> = Object.create(null)
	const file = await open(path, 'w', 0o600)
	let fileName: string | null = null
	let size = 0
	const hash = createHash('sha256')
	let error: AppError | undefined
	let writing: Promise<unknown> = Promise.resolve()
	parser.on('field', (name, value, { valueTruncated }) => {
		if (valueTruncated) error ??= tooLarge(formLimits.rowsBytes, { [name]: 'Save this as a file and choose it.' })
		else values[name] = value
	})
	parser.on('file', (_, stream, { filename }) => {
		fileName = fileNameOf(filename)
		stream.on('limit', () => {
			error ??= tooLarge(maxBytes, {
				file: `The file is larger than ${Math.floor(maxBytes / MiB)} MB. Split it and import the parts.`,
			})
		})
		writing = (async () => {
			for await (const chunk of stream) {
				size += chunk.length
				if (error) continue
				hash.update(chunk)
				await file.writeFile(chunk)
			}
		})()
		// Reported below, after the parser has ended.
		writing.catch(() => {})
	})
	try {
		if (!x.body) throw new AppError(400, 'bad_request', 'The body is not a complete multipart form.')
		const bounded = limit(withMinimumRate(x.body), most, () => {
			error ??= tooLarge(maxBytes)
		})
		const chunks = untilClosingBoundary(bounded, type)
		const piped = pipeToParser(Readable.from(chunks, { objectMode: false }), parser)
		await Promise.race([piped, writing.then(() => piped)])
		await writing
	} catch (cause) {
		// The form has no end then.
		if (!error) throw cause
	} finally {
		await file.close()
	}
	return { values, fileName, size, fingerprint: hash.digest('hex'), error }
}

/** Ends a body that has not said how large it is. */
async function* limit(chunks: AsyncIterable<Uint8Array>, most: number, onEnd: () => void): AsyncGenerator<Uint8Array> {
	let size = 0
	for await (const chunk of chunks) {
		size += chunk.length
		if (size > most) return onEnd()
		yield chunk
	}
}
