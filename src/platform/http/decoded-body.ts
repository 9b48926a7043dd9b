import type { IncomingMessage } from 'node:http'
import { pipeline, type Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createUnzip, createZstdDecompress } from 'node:zlib'

const decoders: Record<string, () => Transform> = {
	gzip: createUnzip,
	'x-gzip': createUnzip,
	deflate: createUnzip,
	br: createBrotliDecompress,
	zstd: createZstdDecompress,
}

/**
 * The body of an answer without its content coding (RFC 9110, section 8.4), which some servers apply to clients that ask for none. The
 * reader counts what comes out: a small body may unpack to gigabytes.
 * @returns undefined for a coding that is not known, and for several
 */
export function decodedBody(answer: IncomingMessage): Readable | undefined {
	const coding = answer.headers['content-encoding']?.trim().toLowerCase() ?? ''
	if (coding === '' || coding === 'identity') return answer
	const decoder = decoders[coding]?.()
	if (!decoder) return undefined
	// The reader of the decoder gets the error of either.
	return pipeline(answer, decoder, () => {})
}
