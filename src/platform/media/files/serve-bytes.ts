import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { hasEtag } from '#platform/http/response/etag.ts'
import type { Answer } from '#platform/http/routing/answer.ts'

/** Bytes and their validators. `etag` has quotes; `read` gives nothing when the bytes are missing. */
export type ServedBytes = {
	size: number
	etag: string
	modified: Date
	/** All headers except length, range and validators. */
	headers: Record<string, string>
	read(range?: ByteRange): Promise<Readable | undefined>
	/** True when the bytes are read for this response only, so that their memory may be released once they are sent. */
	releaseBuffers: boolean
}
type RequestHead = { method: string; header(name: string): string | undefined }

/**
 * Answers GET or HEAD with 200, 206 (one range, or several as multipart/byteranges), 304, or an empty 412 or 416.
 * @returns nothing when the bytes are missing
 */
export async function serveBytes(
	asking: RequestHead,
	served: ServedBytes,
): Promise<(Answer & { headers: Record<string, string> }) | undefined> {
	const { size, etag, modified } = served
	if (failsPrecondition(asking, served)) return { status: 412, headers: {}, body: null }
	const headers: Record<string, string> = {
		...served.headers,
		'accept-ranges': 'bytes',
		etag,
		'last-modified': modified.toUTCString(),
	}
	if (isNotModified(asking, served)) return { status: 304, headers, body: null }
	const ranges = isIfRangeMet(asking, served) ? parseRanges(asking.header('range'), size) : undefined
	if (ranges === 'unsatisfiable') {
		headers['content-range'] = `bytes */${size}`
		return { status: 416, headers, body: null }
	}
	const type = headers['content-type'] ?? ''
	const parts = ranges && ranges.length > 1 ? multipartByteRanges(ranges, size, type) : undefined
	const range = parts ? undefined : ranges?.[0]
	if (range) headers['content-range'] = `bytes ${range.from}-${range.to}/${size}`
	if (parts) headers['content-type'] = `multipart/byteranges; boundary=${parts.boundary}`
	const length = parts?.length ?? (range ? range.to - range.from + 1 : size)
	headers['content-length'] = String(length)
	const status = ranges ? 206 : 200
	if (asking.method === 'HEAD') return { status, headers, body: null }
	const stream = parts ? await parts.open(served) : await served.read(range)
	if (!stream) return undefined
	return { status, headers, body: stream, releaseBuffers: served.releaseBuffers }
}

/** True when a precondition fails: `If-Match` compares strongly and takes precedence over a date (RFC 9110 §13.2.2). */
function failsPrecondition(asking: RequestHead, { etag, modified }: ServedBytes): boolean {
	const meant = asking.header('if-match')
	if (meant !== undefined) return !meant.split(',').some((entry) => ['*', etag].includes(entry.trim()))
	const since = Date.parse(asking.header('if-unmodified-since') ?? '')
	return since < Math.floor(modified.getTime() / 1000) * 1000
}

function isNotModified(asking: RequestHead, { etag, modified }: ServedBytes): boolean {
	const known = asking.header('if-none-match')
	if (known !== undefined) return hasEtag(known, etag)
	const since = Date.parse(asking.header('if-modified-since') ?? '')
	return since >= Math.floor(modified.getTime() / 1000) * 1000
}

/** True when `If-Range` matches; true without one. */
function isIfRangeMet(asking: RequestHead, { etag, modified }: ServedBytes): boolean {
	const condition = asking.header('if-range')
	return condition === undefined || condition === etag || condition === modified.toUTCString()
}

/** Several ranges in one response (RFC 9110 §14.6). */
function multipartByteRanges(ranges: ByteRange[], size: number, type: string) {
	const boundary = randomUUID()
	const heads = ranges.map(({ from, to }) =>
		Buffer.from(`\r\n--${boundary}\r\ncontent-type: ${type}\r\ncontent-range: bytes ${from}-${to}/${size}\r\n\r\n`),
	)
	const end = Buffer.from(`\r\n--${boundary}--\r\n`)
	const bytes = ranges.reduce((sum, { from, to }) => sum + to - from + 1, 0)
	return {
		boundary,
		length: heads.reduce((sum, head) => sum + head.length, bytes + end.length),
		async open({ read }: ServedBytes): Promise<Readable | undefined> {
			const first = await read(ranges[0])
			if (!first) return undefined
			async function* body() {
				for (const [i, head] of heads.entries()) {
					yield head
					const part = i === 0 ? first : await read(ranges[i])
					if (!part) throw new Error('the bytes went away')
					yield* part
				}
				yield end
			}
			const stream = Readable.from(body(), { objectMode: false })
			// A client that leaves before the first byte would leave a file open.
			stream.once('close', () => first.destroy())
			return stream
		},
	}
}

/** Range of bytes, both ends included. */
type ByteRange = { from: number; to: number }

/** More ranges than any player or download manager requests at once. */
const mostRanges = 16

/**
 * Parses a Range header (RFC 9110 §14.2). Other units, invalid or too many ranges, and ranges that overlap to more
 * than the file, are ignored, as the standard allows.
 * @param size length of the file
 * @returns nothing for the whole file
 */
function parseRanges(header: string | undefined, size: number): ByteRange[] | 'unsatisfiable' | undefined {
	const list = /^bytes=([\d\s,-]+)$/i.exec(header ?? '')?.[1]?.split(',') ?? []
	const parsed = list.map((range) => parseRange(range.trim(), size))
	if (parsed.length === 0 || parsed.length > mostRanges || parsed.includes(undefined)) return undefined
	const ranges = parsed.filter((range) => range !== 'unsatisfiable' && range !== undefined)
	if (ranges.length === 0) return 'unsatisfiable'
	const requested = ranges.reduce((sum, { from, to }) => sum + to - from + 1, 0)
	return ranges.length > 1 && requested > size ? undefined : ranges
}

function parseRange(text: string, size: number): ByteRange | 'unsatisfiable' | undefined {
	const [, first = '', last = ''] = /^(\d*)-(\d*)$/.exec(text) ?? []
	if (first === '' && last === '') return undefined
	if (first === '') {
		const length = Math.min(Number(last), size)
		return length === 0 ? 'unsatisfiable' : { from: size - length, to: size - 1 }
	}
	const from = Number(first)
	if (last !== '' && Number(last) < from) return undefined
	if (from >= size) return 'unsatisfiable'
	return { from, to: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}
