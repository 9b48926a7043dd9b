import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { serveBytes } from './serve-bytes.ts'

const served = {
	size: 3,
	etag: '"a"',
	// A date in a header has no milliseconds.
	modified: new Date('2026-03-31T12:00:05.250Z'),
	headers: { 'content-type': 'text/plain' },
	read: async () => Readable.from(['abc']),
	releaseBuffers: false,
}
const before = 'Tue, 31 Mar 2026 12:00:04 GMT'
const same = 'Tue, 31 Mar 2026 12:00:05 GMT'
const after = 'Tue, 31 Mar 2026 12:00:06 GMT'

it.each([
	[{}, 200],
	[{ 'if-modified-since': before }, 200],
	[{ 'if-modified-since': same }, 304],
	[{ 'if-modified-since': after }, 304],
	[{ 'if-modified-since': 'never' }, 200],
	[{ 'if-none-match': '"b"', 'if-modified-since': after }, 200],
	[{ 'if-none-match': '"a"', 'if-modified-since': before }, 304],
	[{ 'if-unmodified-since': before }, 412],
	[{ 'if-unmodified-since': same }, 200],
	[{ 'if-match': '"b"', 'if-unmodified-since': after }, 412],
	[{ 'if-match': '"a"', 'if-unmodified-since': before }, 200],
	[{ range: 'bytes=0-0', 'if-range': same }, 206],
	[{ range: 'bytes=0-0', 'if-range': before }, 200],
])(
	'a file that was modified at 12:00:05 is answered for %j with %i',
	async (headers: Record<string, string>, status) => {
		const answer = await serveBytes({ method: 'GET', header: (name) => headers[name] }, served)
		expect(answer?.status).toBe(status)
		expect(answer?.headers['last-modified']).toBe(status === 412 ? undefined : same)
	},
)
