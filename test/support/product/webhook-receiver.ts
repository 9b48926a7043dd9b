import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type ReceivedCall = { headers: IncomingHttpHeaders; text: string; at: number; body: ReceivedBody }
export type ReceivedBody = { type: string; timestamp: string; api_version: string; data: Record<string, unknown> }

/** A receiver of webhooks on a real port. `answer` answers each call; 204 by default. */
export async function openWebhookReceiver() {
	const calls: ReceivedCall[] = []
	const receiver = {
		url: '',
		calls,
		answer: (_call: ReceivedCall, response: ServerResponse): unknown => response.writeHead(204).end(),
		/** Most calls that were open at the same time. */
		mostAtOnce: 0,
		types: () => calls.map(({ body }) => body.type),
		close: () =>
			new Promise<void>((resolve) => {
				server.close(() => resolve())
				server.closeAllConnections()
			}),
	}
	let open = 0
	const server = createServer(async (request, response) => {
		open++
		receiver.mostAtOnce = Math.max(receiver.mostAtOnce, open)
		response.on('close', () => open--)
		const body = await text(request).catch(() => '')
		if (body === '') return
		const call = { headers: request.headers, text: body, at: Date.now(), body: JSON.parse(body) as ReceivedBody }
		calls.push(call)
		receiver.answer(call, response)
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
	return receiver
}
