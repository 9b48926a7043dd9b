import type { Readable } from 'node:stream'
import busboy from 'busboy'
import { StorageError } from './storage-error.ts'
import {
	cleanType,
	maxMetadata,
	readCacheControl,
	readEncoding,
	readMetadata,
	type UploadBody,
} from './upload-fields.ts'

/** Characters of all text of a form: metadata, and room for the rest. It is kept before anybody asks whether the file may come. */
const mostText = maxMetadata + 65_536

/** Reads a form as it streams in; answers as soon as its file begins. Text may stand before the file or after it. */
export function readForm(stream: Readable, type: string): Promise<UploadBody> {
	const texts = new Map<string, string>()
	let length = 0
	return new Promise((resolve, reject) => {
		const parser = openParser(type)
		const ended = new Promise<void>((done, failed) => {
			parser.once('close', done)
			// A broken form may fail more than once; an error that nobody hears would end the process.
			parser.on('error', (cause) =>
				failed(
					cause instanceof StorageError
						? cause
						: new StorageError('InvalidRequest', 'The form cannot be read', cause),
				),
			)
			stream.on('error', failed)
		})
		// Whoever reads the file sees the failure; without a file the refusal below does.
		ended.then(
			() => reject(new StorageError('InvalidRequest', 'The form has no file')),
			(error) => reject(error),
		)
		parser.on('field', (name, value, { valueTruncated }) => {
			length += value.length
			if (!valueTruncated && length <= mostText) texts.set(name, value)
			else parser.destroy(new StorageError('EntityTooLarge', `${name.slice(0, 60)} is too long`))
		})
		parser.on('file', (_name, file, { mimeType }) => {
			file.on('error', () => {})
			// A form that breaks off must not look like the end of its file.
			ended.catch((error) => file.destroy(error))
			resolve({
				content: file,
				mime: cleanType(texts.get('contentType') || mimeType),
				expected: undefined,
				isSpent: false,
				async fields() {
					await ended
					return {
						cacheControl: readCacheControl(texts.get('cacheControl') ?? null),
						contentEncoding: readEncoding(texts.get('contentEncoding') ?? null),
						userMetadata: readMetadata(texts.get('metadata') ?? texts.get('userMetadata') ?? ''),
					}
				},
				abandon: () => stream.unpipe(parser),
			})
		})
		stream.pipe(parser)
	})
}

function openParser(type: string): busboy.Busboy {
	const limits = { files: 1, fields: 20, fieldSize: maxMetadata, parts: 24 }
	try {
		return busboy({ headers: { 'content-type': type }, limits, defParamCharset: 'utf8' })
	} catch (cause) {
		throw new StorageError('InvalidRequest', 'The form cannot be read', cause)
	}
}
