import type { MiddlewareHandler } from 'hono'
import type { Env } from '#server/deps.ts'

/**
 * Refuses bodies above a size; those that come without a length are counted as they arrive. (The framework's own
 * builds a new Request from the socket's one, which fails for a body without a length: that is every DELETE of a browser.)
 * @param maxSize bytes
 * @param refuse throws the wire's own refusal
 */
export function bodyLimit(maxSize: number, refuse: () => never): MiddlewareHandler<Env> {
	return async (c, next) => {
		const { headers, method } = c.req.raw
		const length = headers.get('content-length')
		if (length !== null && !headers.has('transfer-encoding')) {
			if (Number(length) > maxSize) refuse()
			return next()
		}
		const stream = c.req.raw.body
		if (!stream) return next()
		const parts: Uint8Array[] = []
		let size = 0
		for await (const part of stream) {
			size += part.byteLength
			if (size > maxSize) refuse()
			parts.push(part)
		}
		const body = size > 0 ? { body: Buffer.concat(parts) } : {}
		c.req.raw = new Request(c.req.url, { method, headers, ...body })
		return next()
	}
}
