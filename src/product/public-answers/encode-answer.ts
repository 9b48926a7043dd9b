import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { chooseEncoding } from '#platform/http/response/compress.ts'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** The codings in which answers are cached. */
export type ContentCoding = 'identity' | 'gzip' | 'br'

/** An answer before it is encoded. */
export type PlainAnswer = {
	space: string
	body: Buffer
	etag: string
	/** Names and values in turn, as `writeHead` takes them. */
	headers: string[]
	/** A picture: no coding makes it smaller. */
	isCompressed: boolean
}

/** A complete answer in one coding. */
export type EncodedAnswer = {
	headers: string[]
	/** The headers of a 304. */
	notModified: string[]
	etag: string
	body: Buffer
}

const minEncodedBytes = 512

/** Encodes an answer. Short ones stay as they are. */
export async function encodeAnswer(plain: PlainAnswer, coding: ContentCoding): Promise<EncodedAnswer> {
	const { body, isCompressed } = plain
	if (coding === 'identity' || isCompressed || body.length < minEncodedBytes) return uncoded(plain)
	return withBody(
		plain,
		coding,
		coding === 'gzip'
			? await gzipped(body, { level: 6 })
			: await brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
	)
}

/** The answer without a coding. */
export const uncoded = (plain: PlainAnswer): EncodedAnswer => withBody(plain, 'identity', plain.body)

function withBody({ headers, etag }: PlainAnswer, coding: ContentCoding, body: Buffer): EncodedAnswer {
	const tag = coding === 'identity' ? `"${etag}"` : `"${etag}-${coding}"`
	const shared = [...headers, 'vary', 'accept-encoding', 'etag', tag]
	const coded = coding === 'identity' ? [] : ['content-encoding', coding]
	return {
		headers: [...shared, ...coded, 'content-length', String(body.length)],
		notModified: shared,
		etag: tag,
		body,
	}
}

const negotiated = new Map<string, ContentCoding>()
const maxNegotiated = 200

/** The best coding that a client accepts. Browsers send a few different headers, so that results are cached. */
export function negotiateCoding(acceptEncoding: string | undefined): ContentCoding {
	if (acceptEncoding === undefined) return 'identity'
	const known = negotiated.get(acceptEncoding)
	if (known) return known
	const coding = chooseEncoding(acceptEncoding) ?? 'identity'
	if (negotiated.size < maxNegotiated) negotiated.set(acceptEncoding, coding)
	return coding
}
