import type { Agent, IncomingMessage } from 'node:http'
import { Agent as SecureAgent } from 'node:https'
import { fetchFailure } from '#platform/http/fetch-guarded.ts'
import { requestGuarded } from '#platform/http/guarded-request.ts'
import { Agent as PlainAgent } from '#platform/http/node-http.ts'
import { isPublicAddress } from '#platform/http/public-address.ts'
import { productVersion } from '#platform/product-version.ts'
import { webhookLimits } from '#shared/parser-limits.ts'

/** How a call ended. `status` is null where no answer came; `answer` is its beginning, or the reason in words. */
export type WebhookAnswer = {
	isDelivered: boolean
	status: number | null
	answer: string
	took_ms: number
	/** Seconds that the receiver asks to wait. */
	retryAfter: number
}

type Call = {
	url: string
	body: string
	headers: Record<string, string>
	allowPrivate: boolean
	agent: Agent
	site: string
}

const version = productVersion()

/** Connections to one address, which are kept between its calls. The caller destroys it. */
export function openAgent(url: string, maxSockets: number): Agent {
	const keep = { keepAlive: true, maxSockets, timeout: 15_000 }
	return url.startsWith('https:') ? new SecureAgent(keep) : new PlainAgent(keep)
}

/**
 * Posts a body to an address that a member gave. An answer of 200 to 299 within ten seconds counts; redirects are not followed, the
 * socket connects to the address that was checked, and no more of an answer is read than its log keeps.
 */
export async function callWebhook({ url, body, headers, allowPrivate, agent, site }: Call): Promise<WebhookAnswer> {
	const started = performance.now()
	const took = () => Math.round(performance.now() - started)
	const request = {
		method: 'POST',
		headers: {
			'content-type': 'application/json; charset=utf-8',
			'content-length': Buffer.byteLength(body),
			'accept-encoding': 'identity',
			'user-agent': `Plaudit-Webhooks/${version} (+${site})`,
			...headers,
		},
		body,
		agent,
		mayConnect: (ip: string) => allowPrivate || isPublicAddress(ip),
		signal: AbortSignal.timeout(webhookLimits.milliseconds),
	}
	try {
		return await requestGuarded(new URL(url), request, async (response) => {
			const status = response.statusCode ?? 0
			const isDelivered = status >= 200 && status < 300
			const took_ms = took()
			const text = await readBeginning(response)
			const answer = status >= 300 && status < 400 ? 'It leads to another address. Redirects are not followed.' : text
			return { isDelivered, status, answer, took_ms, retryAfter: secondsToWait(response.headers['retry-after']) }
		})
	} catch (error) {
		return { isDelivered: false, status: null, answer: fetchFailure(error), took_ms: took(), retryAfter: 0 }
	}
}

/** Reads the first bytes of an answer. A body that drips or breaks counts as it came: the status has been given. */
async function readBeginning(response: IncomingMessage): Promise<string> {
	const timer = setTimeout(() => response.destroy(), webhookLimits.answerMilliseconds)
	const chunks: Buffer[] = []
	let size = 0
	try {
		for await (const chunk of response as AsyncIterable<Buffer>) {
			chunks.push(chunk)
			size += chunk.length
			if (size >= webhookLimits.answerBytes) break
		}
	} catch {
		// The beginning is enough.
	} finally {
		clearTimeout(timer)
	}
	const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, webhookLimits.answerBytes))
	return text.replaceAll('\0', '')
}

function secondsToWait(header: string | undefined): number {
	return header !== undefined && /^\d{1,5}$/.test(header) ? Number(header) : 0
}
