import { randomUUID } from 'node:crypto'
import { Agent as SecureAgent } from 'node:https'
import { setTimeout as wait } from 'node:timers/promises'
import ipaddr from 'ipaddr.js'
import { readAtMost, requestGuarded } from '#platform/http/guarded-request.ts'
import { Agent as PlainAgent } from '#platform/http/node-http.ts'
import { BlockedAddress, isPublicAddress } from '#platform/http/public-address.ts'
import {
	hookContentType,
	hookFailure,
	hookOverSize,
	hookTimeout,
	hookUnreachable,
	maxHookBytes,
} from './hook-errors.ts'
import { isLoopbackHost } from './settings.ts'
import { signWithAll } from './standard-webhook.ts'

const attempts = 3
/** Milliseconds: for all attempts together, and between attempts. */
const defaultTimes = { altogether: 5000, between: 1000 }
const successStatuses = [200, 202, 204]
const retryableStatuses = [429, 503]

export type HttpHookOptions = {
	uri: string
	secrets: readonly string[]
	allowPrivate: boolean
	times?: { altogether: number; between: number }
}

type HookAnswer = {
	status: number
	contentType: string | undefined
	retryAfter: string | undefined
	/** Undefined above `maxHookBytes`. */
	body: Buffer | undefined
}

/**
 * Calls the URL of a hook as Supabase Auth does: signed as in Standard Webhooks with each secret, up to three attempts
 * with one `webhook-id` while it is unreachable or answers 429 or 503 with Retry-After.
 * @returns a function that posts a payload and returns the text of the answer; undefined for 204
 */
export function httpHook({ uri, secrets, allowPrivate, times = defaultTimes }: HttpHookOptions) {
	const post = openConnection(uri, allowPrivate)
	const timedOut = (cause?: unknown) => hookTimeout(times.altogether / 1000, cause)

	return async (payload: string): Promise<string | undefined> => {
		if (Buffer.byteLength(payload) > maxHookBytes) throw hookOverSize()
		const id = randomUUID()
		const started = performance.now()
		const signal = AbortSignal.timeout(times.altogether)
		const left = () => times.altogether - (performance.now() - started)

		for (let attempt = 1; ; attempt++) {
			const isLast = attempt === attempts
			const answer = await post(payload, signWithAll(payload, secrets, id), signal).catch((error) => {
				if (signal.aborted) throw timedOut(error)
				if (isLast || error instanceof BlockedAddress) throw hookUnreachable(error)
				return undefined
			})
			if (answer && (isLast || !isRetryable(answer))) return readAnswer(answer)
			const pause = answer ? retryDelay(answer, left()) : times.between
			await wait(pause, undefined, { signal }).catch((error) => {
				throw timedOut(error)
			})
		}
	}
}

/**
 * Posts once over a kept connection. Loopback names must resolve to this machine, others to public addresses unless
 * `allowPrivate`.
 */
function openConnection(address: string, allowPrivate: boolean) {
	const url = new URL(address)
	const isLocal = isLoopbackHost(url)
	const mayConnect = (ip: string) =>
		isLocal ? isLoopback(ip) : isPublicAddress(ip) || (allowPrivate && !isLoopback(ip))
	const keep = { keepAlive: true, timeout: 4000, maxSockets: 64 }
	const agent = url.protocol === 'https:' ? new SecureAgent(keep) : new PlainAgent(keep)
	return (body: string, signature: Record<string, string>, signal: AbortSignal): Promise<HookAnswer> => {
		const headers = {
			'content-type': 'application/json',
			'content-length': Buffer.byteLength(body),
			'accept-encoding': 'identity',
			...signature,
		}
		return requestGuarded(url, { mayConnect, method: 'POST', headers, body, signal, agent }, async (response) => {
			const { 'content-type': contentType, 'retry-after': retryAfter } = response.headers
			const status = response.statusCode ?? 0
			return { status, contentType, retryAfter, body: await readAtMost(maxHookBytes, response) }
		})
	}
}

function isLoopback(ip: string): boolean {
	return ipaddr.process(ip).range() === 'loopback'
}

function isRetryable({ status, retryAfter }: HookAnswer): boolean {
	return retryableStatuses.includes(status) && Boolean(retryAfter)
}

/** Waits as Retry-After asks if the time allows, else retries at once, as Supabase Auth does. */
function retryDelay({ retryAfter }: HookAnswer, left: number): number {
	const requested = Number(retryAfter) * 1000
	return requested >= 0 && requested < left ? requested : 0
}

function readAnswer({ status, contentType, body }: HookAnswer): string | undefined {
	if (retryableStatuses.includes(status)) throw hookFailure('Service currently unavailable due to hook')
	if (status === 400) throw hookFailure('Invalid payload sent to hook')
	if (status === 401) throw hookFailure('Hook requires authorization token')
	if (!successStatuses.includes(status)) throw hookFailure(`Unexpected status code returned from hook: ${status}`)
	if (status === 204) return undefined
	if (!isJson(contentType)) throw hookContentType(contentType)
	if (!body) throw hookOverSize()
	return body.toString()
}

function isJson(contentType: string | undefined): boolean {
	return contentType?.split(';')[0]?.trim().toLowerCase() === 'application/json'
}
