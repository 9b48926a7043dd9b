import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { hasEtag } from '#server/http/etag.ts'
import { streamResponse } from '#server/http/stream-response.ts'
import { type ByteRange, parseRanges } from './byte-ranges.ts'

/** Bytes as they are served. `etag` in quotes; `read` gives nothing when they are not there. */
export type Served = {
	size: number
	etag: string
	modified: Date
	/** Everything but what lengths, ranges and validators say. */
	headers: Record<string, string>
	read(range?: ByteRange): Promise<Readable | undefined>
	/** Whether what is read was read for this answer alone, so that its memory may be given back once it is sent. */
	isSpent: boolean
}
type Asking = { method: string; header(name: string): string | undefined }

/**
 * Answers GET or HEAD with 200, 206 (one range, or several as multipart/byteranges), 304, or an empty 412 or 416.
 * @returns nothing when the bytes are not there
 */
export async function serveBytes(asking: Asking, served: Served): Promise<Response | undefined> {
	const { size, etag, modified } = served
	if (isAnother(asking, served)) return new Response(null, { status: 412 })
	const headers = new Headers({
		...served.headers,
		'accept-ranges': 'bytes',
		etag,
		'last-modified': modified.toUTCString(),
	})
	if (isFresh(asking, served)) return new Response(null, { status: 304, headers })
	const ranges = holds(asking, served) ? parseRanges(asking.header('range'), size) : undefined
	if (ranges === 'unsatisfiable') {
		headers.set('content-range', `bytes */${size}`)
		return new Response(null, { status: 416, headers })
	}
	const type = headers.get('content-type') ?? ''
	const parts = ranges && ranges.length > 1 ? multipart(ranges, size, type) : undefined
	const range = parts ? undefined : ranges?.[0]
	if (range) headers.set('content-range', `bytes ${range.from}-${range.to}/${size}`)
	if (parts) headers.set('content-type', `multipart/byteranges; boundary=${parts.boundary}`)
	const length = parts?.length ?? (range ? range.to - range.from + 1 : size)
	headers.set('content-length', String(length))
	const status = ranges ? 206 : 200
	if (asking.method === 'HEAD') return new Response(null, { status, headers })
	const stream = parts ? await parts.open(served) : await served.read(range)
	if (!stream) return undefined
	return streamResponse(stream, { status, headers }, served.isSpent)
}

/** Whether these are not the bytes that were meant: `If-Match` compares strongly and outweighs a date (RFC 9110 §13.2.2). */
function isAnother(asking: Asking, { etag, modified }: Served): boolean {
	const meant = asking.header('if-match')
	if (meant !== undefined)
		return !meant.split(',').some((entry) => ['*', etag].includes(entry.trim()))
	const since = Date.parse(asking.header('if-unmodified-since') ?? '')
	return since < Math.floor(modified.getTime() / 1000) * 1000
}

function isFresh(asking: Asking, { etag, modified }: Served): boolean {
	const known = asking.header('if-none-match')
	if (known !== undefined) return hasEtag(known, etag)
	const since = Date.parse(asking.header('if-modified-since') ?? '')
	return since >= Math.floor(modified.getTime() / 1000) * 1000
}

/** Whether a condition on ranges is met; without one it is. */
function holds(asking: Asking, { etag, modified }: Served): boolean {
	const condition = asking.header('if-range')
	return condition === undefined || condition === etag || condition === modified.toUTCString()
}

/** Several ranges in one answer (RFC 9110 §14.6). */
function multipart(ranges: ByteRange[], size: number, type: string) {
	const boundary = randomUUID()
	const heads = ranges.map(({ from, to }) =>
		Buffer.from(
			`\r\n--${boundary}\r\ncontent-type: ${type}\r\ncontent-range: bytes ${from}-${to}/${size}\r\n\r\n`,
		),
	)
	const end = Buffer.from(`\r\n--${boundary}--\r\n`)
	const bytes = ranges.reduce((sum, { from, to }) => sum + to - from + 1, 0)
	return {
		boundary,
		length: heads.reduce((sum, head) => sum + head.length, bytes + end.length),
		async open({ read }: Served): Promise<Readable | undefined> {
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
			// Whoever leaves before the first byte would leave a file open.
			stream.once('close', () => first.destroy())
			return stream
		},
	}
}
