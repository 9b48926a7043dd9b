import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { isIP } from 'node:net'
import type { CustomFetch } from 'openid-client'
import { createGuardedLookup, isPublicAddress } from '#platform/http/public-address.ts'

const maxBytes = 1024 * 1024

/**
 * Fetch for URLs of users, against server-side request forgery: https to public addresses only, connecting to the
 * address that was checked, no redirects, at most 1 MiB.
 * @param allowPrivate allows private networks, there without TLS too
 */
export function guardedFetch(allowPrivate: boolean): CustomFetch {
	return (address, { method, headers, body, signal }) => {
		const url = new URL(address)
		const isSecure = url.protocol === 'https:'
		const mayConnect = (ip: string) => (isPublicAddress(ip) ? isSecure : allowPrivate)
		requireSafeUrl(url, mayConnect, allowPrivate)
		const text = body === null || body === undefined ? '' : String(body)
		const options = {
			method,
			headers: { ...headers, ...(text ? { 'content-length': Buffer.byteLength(text) } : {}) },
			lookup: createGuardedLookup(mayConnect),
			agent: false as const,
			...(signal ? { signal } : {}),
		}
		return new Promise<Response>((resolve, reject) => {
			const request = (isSecure ? requestSecure : requestPlain)(url, options, (answer) => {
				readAll(answer)
					.then((bytes) => {
						const status = answer.statusCode ?? 502
						const responseHeaders = new Headers()
						for (const [name, value] of Object.entries(answer.headers))
							if (value !== undefined) responseHeaders.set(name, String(value))
						const isEmpty = status === 204 || status === 205 || status === 304
						resolve(new Response(isEmpty ? null : bytes, { status, headers: responseHeaders }))
					})
					.catch(reject)
					.finally(() => request.destroy())
			})
			request.on('error', (error) => reject(signal?.aborted ? signal.reason : error))
			request.end(text)
		})
	}
}

function requireSafeUrl(url: URL, mayConnect: (address: string) => boolean, allowPrivate: boolean): void {
	if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:'))
		throw new Error(`${url.origin} is not https`)
	if (url.username || url.password) throw new Error(`${url.origin} carries credentials`)
	const literal = url.hostname.replace(/^\[|\]$/g, '')
	// A literal address is not resolved, so `lookup` would not check it.
	if (isIP(literal) && !mayConnect(literal)) throw new Error(`${literal} is not a public address`)
}

async function readAll(stream: AsyncIterable<Buffer>): Promise<Buffer<ArrayBuffer>> {
	const chunks: Buffer[] = []
	let size = 0
	for await (const chunk of stream) {
		size += chunk.length
		if (size > maxBytes) throw new Error('the answer is larger than 1 MiB')
		chunks.push(chunk)
	}
	return Buffer.concat(chunks)
}
