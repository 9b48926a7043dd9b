import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import type { CustomFetch } from 'openid-client'
import { BlockedAddress, createGuardedLookup, isPublicAddress } from '#platform/http/public-address.ts'

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
	const literal = url.hostname.replace(/^\[|\]$/g, '')
	// A literal address is not resolved, so `lookup` would not check it.
	if (/^[\d.]+$|:/.test(literal) && !mayConnect(literal)) throw new BlockedAddress(`${literal} is not a public address`)
	const options = {
		method,
		headers: { ...headers, ...(body ? { 'content-length': Buffer.byteLength(body) } : {}) },
		lookup: createGuardedLookup(mayConnect),
		agent: false as const,
		...(signal ? { signal } : {}),
	}
	return new Promise((resolve, reject) => {
		const fail = (error: unknown) => reject(signal?.aborted ? signal.reason : error)
		const request = (isSecure ? requestSecure : requestPlain)(url, options, (response) => {
			read(response)
				.then(resolve, fail)
				.finally(() => request.destroy())
		})
		request.on('error', fail)
		request.end(body)
	})
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
	const chunks: Buffer[] = []
	let size = 0
	for await (const chunk of stream) {
		size += chunk.length
		if (size > maxBytes) throw new FetchProblem('it is larger than 1 MiB')
		chunks.push(chunk)
	}
	return Buffer.concat(chunks)
}
