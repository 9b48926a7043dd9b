import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { AddressRefused } from '#server/auth/saml/public-address.ts'
import { signWebhook } from '#server/auth/sms/standard-webhook.ts'
import {
	hookContentType,
	hookFailure,
	hookOverSize,
	hookTimeout,
	hookUnreachable,
} from './hook-errors.ts'
import { createPostToHook, type HookAnswer, mostHookBytes } from './post-to-hook.ts'

const attempts = 3
/** Milliseconds for all attempts together, and between two of them. */
const usualTimes = { altogether: 5000, between: 1000 }
const good = [200, 202, 204]
const busy = [429, 503]

export type HttpHook = {
	uri: string
	secrets: readonly string[]
	allowPrivate: boolean
	times?: { altogether: number; between: number }
}

/**
 * A hook behind an address, called as the reference server does (auth.md 6.8): signed as Standard Webhooks has it, once with
 * each secret; three attempts under one `webhook-id`, while nothing answers or the answer is 429 or 503 with Retry-After.
 * @returns the function that posts a payload and returns the text of the answer; nothing for 204
 */
export function httpHook({ uri, secrets, allowPrivate, times = usualTimes }: HttpHook) {
	const post = createPostToHook(uri, allowPrivate)
	const timedOut = (cause?: unknown) => hookTimeout(times.altogether / 1000, cause)

	return async (payload: string): Promise<string | undefined> => {
		if (Buffer.byteLength(payload) > mostHookBytes) throw hookOverSize(mostHookBytes)
		const id = randomUUID()
		const started = performance.now()
		const signal = AbortSignal.timeout(times.altogether)
		const left = () => times.altogether - (performance.now() - started)

		for (let attempt = 1; ; attempt++) {
			const isLast = attempt === attempts
			const answer = await post(payload, sign(payload, secrets, id), signal).catch((error) => {
				if (signal.aborted) throw timedOut(error)
				if (isLast || error instanceof AddressRefused) throw hookUnreachable(error)
				return undefined
			})
			if (answer && (isLast || !asksToWait(answer))) return readAnswer(answer)
			const pause = answer ? pauseAskedFor(answer, left()) : times.between
			await wait(pause, undefined, { signal }).catch((error) => {
				throw timedOut(error)
			})
		}
	}
}

/** One set of headers; the seals of several secrets stand side by side, and a receiver looks for one that it knows. */
function sign(payload: string, secrets: readonly string[], id: string): Record<string, string> {
	const now = Math.floor(Date.now() / 1000)
	const signed = secrets.map((secret) => signWebhook(payload, secret, id, now))
	const seals = signed.map((headers) => headers['webhook-signature'])
	return { ...signed[0], 'webhook-signature': seals.join(' ') }
}

function asksToWait({ status, retryAfter }: HookAnswer): boolean {
	return busy.includes(status) && Boolean(retryAfter)
}

/** As long as it asks for, if there is time for that; else at once, as the reference does. */
function pauseAskedFor({ retryAfter }: HookAnswer, left: number): number {
	const asked = Number(retryAfter) * 1000
	return asked >= 0 && asked < left ? asked : 0
}

function readAnswer({ status, contentType, body }: HookAnswer): string | undefined {
	if (busy.includes(status)) throw hookFailure('Service currently unavailable due to hook')
	if (status === 400) throw hookFailure('Invalid payload sent to hook')
	if (status === 401) throw hookFailure('Hook requires authorization token')
	if (!good.includes(status))
		throw hookFailure(`Unexpected status code returned from hook: ${status}`)
	if (status === 204) return undefined
	if (!isJson(contentType)) throw hookContentType(contentType)
	if (!body) throw hookOverSize(mostHookBytes)
	return body.toString()
}

function isJson(contentType: string | undefined): boolean {
	return contentType?.split(';')[0]?.trim().toLowerCase() === 'application/json'
}
