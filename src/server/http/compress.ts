import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { createMiddleware } from 'hono/factory'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)
const compressible =
	/^(text\/(?!event-stream)|application\/(json|javascript|manifest\+json|ld\+json|openapi\+json)|image\/svg)/
const smallest = 1024
const largest = 4 * 1024 * 1024

/** The best coding that a client accepts. */
export function chooseEncoding(accept: string | undefined): 'br' | 'gzip' | undefined {
	let found: 'gzip' | undefined
	for (const one of (accept ?? '').toLowerCase().split(',')) {
		const [name = '', ...parameters] = one.split(';').map((part) => part.trim())
		if ((name !== 'br' && name !== 'gzip') || parameters.some((weight) => refusal.test(weight)))
			continue
		if (name === 'br') return name
		found = name
	}
	return found
}

/** RFC 9110 §12.4.2: a weight of nothing. Anchored, and looked for in one parameter at a time: the header is a stranger's. */
const refusal = /^q=0(\.0*)?$/

const asTheyAre = new WeakSet<object>()

/** Marks an answer whose bytes leave as and when they come: a stream must not wait for its end. */
export function untouched(response: Response): Response {
	if (response.body) asTheyAre.add(response.body)
	return response
}

/** Compresses text answers that were made for this request; static files come compressed from the build. */
export const compress = createMiddleware(async (c, next) => {
	await next()
	const { headers } = c.res
	if (!c.res.body || c.req.method === 'HEAD' || headers.has('content-encoding')) return
	if (asTheyAre.has(c.res.body)) return
	if (!isCompressible(headers.get('content-type') ?? '')) return
	if (!/accept-encoding/.test(headers.get('vary') ?? '')) headers.append('vary', 'accept-encoding')
	const encoding = chooseEncoding(c.req.header('accept-encoding'))
	if (!encoding || /no-transform/.test(headers.get('cache-control') ?? '')) return
	const declared = Number(headers.get('content-length') ?? smallest)
	if (declared < smallest || declared > largest) return
	const body = Buffer.from(await c.res.arrayBuffer())
	const encoded = await encode(body, encoding)
	const fresh = new Response(new Uint8Array(encoded ?? body), { status: c.res.status, headers })
	if (encoded) fresh.headers.set('content-encoding', encoding)
	fresh.headers.set('content-length', String((encoded ?? body).length))
	c.res = undefined
	c.res = fresh
})

/** Whether a media type is text that shrinks, so that its answers differ by `accept-encoding`. */
export function isCompressible(type: string): boolean {
	return compressible.test(type)
}

/** The body in a coding, or nothing when it is too small to gain or too large to hold back. */
export async function encode(
	body: string | Uint8Array,
	encoding: 'br' | 'gzip',
): Promise<Buffer | undefined> {
	const size = Buffer.byteLength(body)
	if (size < smallest || size > largest) return undefined
	if (encoding === 'gzip') return gzipped(body, { level: 5 })
	return brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
}
