import { Readable } from 'node:stream'
import busboy from 'busboy'
import { answerPrefix, postedFields, postedFiles } from '#shared/form-post.ts'

/** A plain form post, read whole. Files above the limit are dropped, and named; the fields around them are kept. */
export type FormPost = {
	values: Record<string, string>
	files: Record<string, File>
	tooBig: string[]
}

const known = new Set<string>(postedFields)
const knownFiles = new Set<string>(postedFiles)

/**
 * Reads a multipart or urlencoded form of the collect page.
 * @param fileBytes limit of one file
 * @throws Error when the body is no form
 */
export async function readFormPost(request: Request, fileBytes: number): Promise<FormPost> {
	const post: FormPost = { values: {}, files: {}, tooBig: [] }
	const type = request.headers.get('content-type') ?? ''
	const parser = busboy({
		headers: { 'content-type': type },
		limits: { fields: 100, files: 4, fieldSize: 400_000, fileSize: fileBytes + 1 },
	})
	parser.on('field', (name, value) => {
		if (known.has(name) || name.startsWith(answerPrefix)) post.values[name] = value
	})
	parser.on('file', (name, stream, { filename, mimeType }) => {
		const chunks: Buffer[] = []
		stream.on('data', (chunk: Buffer) => chunks.push(chunk))
		stream.on('end', () => {
			const bytes = Buffer.concat(chunks)
			if (bytes.length > fileBytes) post.tooBig.push(name)
			else if (bytes.length > 0 && knownFiles.has(name))
				post.files[name] = new File([bytes], filename ?? name, { type: mimeType })
		})
	})
	const done = new Promise<void>((resolve, reject) => {
		parser.on('close', resolve)
		parser.on('error', reject)
	})
	if (!request.body) throw new Error('The form is empty.')
	Readable.fromWeb(request.body as Parameters<typeof Readable.fromWeb>[0]).pipe(parser)
	await done
	return post
}
