import { Agent as PlainAgent, request as requestPlain } from 'node:http'
import { request as requestSecure, Agent as SecureAgent } from 'node:https'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { AddressRefused, guardedLookup, isPublicAddress } from '#server/auth/saml/public-address.ts'
import { isLoopbackHost } from './settings.ts'

/** Bytes that an answer may have, and a payload too. */
export const mostHookBytes = 200 * 1024

export type HookAnswer = {
	status: number
	contentType: string | undefined
	retryAfter: string | undefined
	/** Nothing when there is more than `mostHookBytes`. */
	body: Buffer | undefined
}

/** Posts once. @throws whatever kept the answer from coming, and AddressRefused */
export type PostToHook = (
	body: string,
	headers: Record<string, string>,
	signal: AbortSignal,
) => Promise<HookAnswer>

/**
 * A hook's address comes from the operator, but where its name leads is the name server's word: the socket connects to the very
 * address that was judged, and redirects are not followed. A loopback name must lead to this machine, any other to the public
 * internet, unless `allowPrivate` opens one's own network. Connections are kept for the next call.
 */
export function createPostToHook(address: string, allowPrivate: boolean): PostToHook {
	const url = new URL(address)
	const isLocal = isLoopbackHost(url)
	const mayConnect = (ip: string) =>
		isLocal ? isLoopback(ip) : isPublicAddress(ip) || (allowPrivate && !isLoopback(ip))
	const literal = url.hostname.replace(/^\[|\]$/g, '')
	const isSecure = url.protocol === 'https:'
	const keep = { keepAlive: true, timeout: 4000, maxSockets: 64 }
	const agent = isSecure ? new SecureAgent(keep) : new PlainAgent(keep)
	const lookup = guardedLookup(mayConnect)

	const once: PostToHook = (body, headers, signal) =>
		new Promise((resolve, reject) => {
			const options = {
				method: 'POST',
				agent,
				lookup,
				signal,
				headers: {
					'content-type': 'application/json',
					'content-length': Buffer.byteLength(body),
					'accept-encoding': 'identity',
					...headers,
				},
			}
			const request = (isSecure ? requestSecure : requestPlain)(url, options, (response) => {
				readLimited(response)
					.then((read) => {
						if (!read) request.destroy()
						const { 'content-type': contentType, 'retry-after': retryAfter } = response.headers
						resolve({ status: response.statusCode ?? 0, contentType, retryAfter, body: read })
					})
					.catch(reject)
			})
			request.on('error', (error) => {
				// The other side closed a kept connection at this moment: it has not read a word.
				const wasStale = request.reusedSocket && (error as { code?: string }).code === 'ECONNRESET'
				if (wasStale && !signal.aborted) once(body, headers, signal).then(resolve, reject)
				else reject(error)
			})
			request.end(body)
		})

	return async (body, headers, signal) => {
		// A socket that is given an address asks no name server, and so would not ask us.
		if (isIP(literal) && !mayConnect(literal))
			throw new AddressRefused(`${literal} is not a public address`)
		return once(body, headers, signal)
	}
}

function isLoopback(ip: string): boolean {
	return ipaddr.process(ip).range() === 'loopback'
}

async function readLimited(stream: AsyncIterable<Buffer>): Promise<Buffer | undefined> {
	const chunks: Buffer[] = []
	let size = 0
	for await (const chunk of stream) {
		size += chunk.length
		if (size > mostHookBytes) return undefined
		chunks.push(chunk)
	}
	return Buffer.concat(chunks)
}
