import { Agent as PlainAgent, request as requestPlain } from 'node:http'
import { request as requestSecure, Agent as SecureAgent } from 'node:https'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { BlockedAddress, createGuardedLookup, isPublicAddress } from '#platform/http/public-address.ts'
import { isLoopbackHost } from './settings.ts'

/** Maximum bytes of a payload and of an answer. */
export const maxHookBytes = 200 * 1024

export type HookAnswer = {
	status: number
	contentType: string | undefined
	retryAfter: string | undefined
	/** Undefined above `maxHookBytes`. */
	body: Buffer | undefined
}

/** Posts once. @throws connection errors and BlockedAddress */
export type PostToHook = (body: string, headers: Record<string, string>, signal: AbortSignal) => Promise<HookAnswer>

/**
 * Prevents server-side request forgery: the socket connects to the very address that was checked, and redirects are
 * not followed. Loopback names must resolve to this machine, others to public addresses unless `allowPrivate`.
 * Connections are reused.
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
	const lookup = createGuardedLookup(mayConnect)

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
				// The peer closed a reused connection before it read the request.
				const wasStale = request.reusedSocket && (error as { code?: string }).code === 'ECONNRESET'
				if (wasStale && !signal.aborted) once(body, headers, signal).then(resolve, reject)
				else reject(error)
			})
			request.end(body)
		})

	return async (body, headers, signal) => {
		// A literal address is not resolved, so `lookup` would not check it.
		if (isIP(literal) && !mayConnect(literal)) throw new BlockedAddress(`${literal} is not a public address`)
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
		if (size > maxHookBytes) return undefined
		chunks.push(chunk)
	}
	return Buffer.concat(chunks)
}
