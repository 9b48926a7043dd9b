import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One call with a valid signature. */
export type HookCall = {
	path: string
	id: string
	headers: IncomingHttpHeaders
	// biome-ignore lint/suspicious/noExplicitAny: each hook has a payload of its own
	payload: any
}
/** The receiver's response; a string is sent unchanged, anything else as JSON. */
export type HookReply = {
	status?: number
	headers?: Record<string, string>
	body?: unknown
	/** Closes the connection without a response, or never responds. */
	fails?: 'hang up' | 'silence'
}

/** A hook receiver on a real port, with its own verification of Standard Webhooks signatures. */
export type HookReceiver = {
	url: string
	/** Two signing secrets; a request needs a signature of each. */
	secrets: [string, string]
	calls: HookCall[]
	/** Number of requests received, including refused and unanswered ones. */
	requests: number
	/** Produces each response; by default 200 with `{}`. */
	reply: (call: HookCall) => HookReply | Promise<HookReply>
	/** Settings that register it for hooks of these names. */
	settings(...names: string[]): Record<string, string>
	/** Forgets the calls and replies as at the start. */
	reset(): void
	/** Closes idle keep-alive connections. */
	forget(): void
	close(): Promise<void>
}

const keys = [Buffer.from('the receiver’s key, thirty-two bytes'), Buffer.from('and the key that is to come after it')]

export async function startHookReceiver(): Promise<HookReceiver> {
	const server = createServer(async (request, response) => {
		receiver.requests++
		const chunks: Buffer[] = []
		for await (const chunk of request) chunks.push(chunk)
		const text = Buffer.concat(chunks).toString()
		if (!isSigned(request.headers, text)) return response.writeHead(401).end()
		const id = String(request.headers['webhook-id'])
		const call = {
			path: request.url ?? '',
			id,
			headers: request.headers,
			payload: JSON.parse(text),
		}
		receiver.calls.push(call)
		const { status = 200, headers, body = {}, fails } = await receiver.reply(call)
		if (fails === 'hang up') return response.destroy()
		if (fails === 'silence') return
		response.writeHead(status, { 'content-type': 'application/json', ...headers })
		response.end(typeof body === 'string' ? body : JSON.stringify(body))
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
	const [first, second] = keys.map((key) => `v1,whsec_${key.toString('base64')}`)
	const receiver: HookReceiver = {
		url,
		secrets: [first ?? '', second ?? ''],
		calls: [],
		requests: 0,
		reply: () => ({}),
		settings(...names) {
			const pairs = names.flatMap((name) => [
				[`HOOK_${name}_URI`, `${url}/${name}`],
				[`HOOK_${name}_SECRETS`, receiver.secrets.join('|')],
			])
			return Object.fromEntries(pairs)
		},
		reset() {
			receiver.reply = () => ({})
			receiver.calls.length = 0
		},
		forget: () => server.closeIdleConnections(),
		close: () =>
			new Promise((resolve) => {
				server.closeAllConnections()
				server.close(() => resolve())
			}),
	}
	return receiver
}

/** A header may contain several signatures; each of the secrets must have produced one of them. */
function isSigned(headers: IncomingHttpHeaders, text: string): boolean {
	const at = String(headers['webhook-timestamp'])
	if (Math.abs(Date.now() / 1000 - Number(at)) > 300) return false
	const seals = String(headers['webhook-signature']).split(' ')
	return keys.every((key) => {
		const seal = createHmac('sha256', key).update(`${headers['webhook-id']}.${at}.${text}`)
		const expected = Buffer.from(`v1,${seal.digest('base64')}`)
		return seals.some((given) => {
			const bytes = Buffer.from(given)
			return bytes.length === expected.length && timingSafeEqual(bytes, expected)
		})
	})
}
