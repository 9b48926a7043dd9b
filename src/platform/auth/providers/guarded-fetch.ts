import type { IncomingMessage } from 'node:http'
import type { CustomFetch } from 'openid-client'
import { readAtMost, requestGuarded } from '#platform/http/guarded-request.ts'
import { isPublicAddress } from '#platform/http/public-address.ts'

const maxBytes = 1024 * 1024

/** Why a URL was not fetched. It contains nothing of the response. */
export class FetchProblem extends Error {}

type GuardedRequest = {
	method?: string
	headers: Record<string, string>
	body?: string
	signal?: AbortSignal | undefined
}

/**
 * Requests a URL of users, against server-side request forgery: https to public addresses only, connecting to the
 * address that was checked, no redirects.
 * @param allowPrivate allows private networks, there without TLS too
 * @param read reads the response, whose connection then ends
 * @throws FetchProblem or BlockedAddress before anything is sent
 */
export function guardedRequest<T>(
	url: URL,
	allowPrivate: boolean,
	{ method = 'GET', headers, body = '', signal }: GuardedRequest,
	read: (response: IncomingMessage) => Promise<T>,
): Promise<T> {
	const isSecure = url.protocol === 'https:'
	const mayConnect = (ip: string) => (isPublicAddress(ip) ? isSecure : allowPrivate)
	if (!isSecure && !(allowPrivate && url.protocol === 'http:')) throw new FetchProblem('it is not https')
	if (url.username || url.password) throw new FetchProblem('it carries credentials')
	const length = body ? { 'content-length': Buffer.byteLength(body) } : {}
	return requestGuarded(url, { mayConnect, method, headers: { ...headers, ...length }, body, signal }, read)
}

/** Fetch by guardedRequest. */
export function guardedFetch(allowPrivate: boolean): CustomFetch {
	return (address, { body, ...options }) => {
		const text = body === null || body === undefined ? '' : String(body)
		return guardedRequest(new URL(address), allowPrivate, { ...options, body: text }, async (response) => {
			const bytes = await readAll(response)
			const status = response.statusCode ?? 502
			const headers = new Headers()
			for (const [name, value] of Object.entries(response.headers))
				if (value !== undefined) headers.set(name, String(value))
			const isEmpty = status === 204 || status === 205 || status === 304
			return new Response(isEmpty ? null : bytes, { status, headers })
		})
	}
}

/** Reads at most 1 MiB. @throws FetchProblem */
export async function readAll(stream: AsyncIterable<Buffer>): Promise<Buffer<ArrayBuffer>> {
	const bytes = await readAtMost(maxBytes, stream)
	if (!bytes) throw new FetchProblem('it is larger than 1 MiB')
	return bytes
}
