import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Answer, AnswerHeaders } from '#platform/http/routing/answer.ts'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)
const compressible =
	/^(text\/(?!event-stream)|application\/(json|javascript|manifest\+json|ld\+json|openapi\+json)|image\/svg)/
const minBytes = 1024
const maxBytes = 4 * 1024 * 1024

/** The best coding that a client accepts. */
export function chooseEncoding(accept: string | undefined): 'br' | 'gzip' | undefined {
	let found: 'gzip' | undefined
	for (const coding of (accept ?? '').toLowerCase().split(',')) {
		const [name = '', ...parameters] = coding.split(';').map((part) => part.trim())
		if ((name !== 'br' && name !== 'gzip') || parameters.some((weight) => zeroQuality.test(weight))) continue
		if (name === 'br') return name
		found = name
	}
	return found
}

/** RFC 9110 §12.4.2: a weight of nothing. Anchored, and looked for in one parameter at a time: the header is a stranger's. */
const zeroQuality = /^q=0(\.0*)?$/

/**
 * Compresses a text answer for a client that accepts it. Waits for nothing where nothing is to be compressed.
 * @param answer with its own copy of the headers
 */
export function compressAnswer(
	answer: Answer,
	request: { header(name: string): string | undefined },
): Answer | Promise<Answer> {
	const headers = answer.headers as AnswerHeaders
	const body = answer.body as string | Uint8Array
	if (headers['content-encoding'] !== undefined) return answer
	if (!isCompressible(String(headers['content-type'] ?? ''))) return answer
	const vary = headers.vary === undefined ? '' : [headers.vary].flat().join(', ')
	if (!/accept-encoding/.test(vary)) headers.vary = vary === '' ? 'accept-encoding' : `${vary}, accept-encoding`
	const accept = request.header('accept-encoding')
	const encoding = accept === undefined ? undefined : chooseEncoding(accept)
	if (!encoding || /no-transform/.test(String(headers['cache-control'] ?? ''))) return answer
	return encode(body, encoding).then((encoded) => {
		if (!encoded) return answer
		headers['content-encoding'] = encoding
		return { ...answer, body: encoded }
	})
}

/** True when a media type is text that shrinks, so that its answers differ by `accept-encoding`. */
export function isCompressible(type: string): boolean {
	return compressible.test(type)
}

/** The body in a coding, or nothing when it is too small to gain or too large to hold back. */
export async function encode(body: string | Uint8Array, encoding: 'br' | 'gzip'): Promise<Buffer | undefined> {
	const size = Buffer.byteLength(body)
	if (size < minBytes || size > maxBytes) return undefined
	if (encoding === 'gzip') return gzipped(body, { level: 5 })
	return brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
}
